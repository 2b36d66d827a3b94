import path from 'node:path';
import type { DocxPackage } from './docx-package.ts';
import { readXml } from './read-xml.ts';

export interface DocxParts {
  main: string;
  styles: string;
  numbering: string;
  footnotes: string;
  endnotes: string;
  headers: string[];
  footers: string[];
  diagrams: string[];
}

/** Finds part names by the relationships of the package and document; falls back to default names. */
export function findParts(document: DocxPackage): DocxParts {
  const [main = 'word/document.xml'] = targets(document, '_rels/.rels', '').get('officeDocument') ?? [];
  const folder = path.posix.dirname(main);
  const related = targets(document, `${folder}/_rels/${path.posix.basename(main)}.rels`, folder);
  const one = (type: string): string => related.get(type)?.[0] ?? `word/${type}.xml`;
  return {
    main,
    styles: one('styles'),
    numbering: one('numbering'),
    footnotes: one('footnotes'),
    endnotes: one('endnotes'),
    headers: related.get('header') ?? [],
    footers: related.get('footer') ?? [],
    diagrams: related.get('diagramData') ?? [],
  };
}

/** Relationship targets by the last path segment of their type. */
function targets(document: DocxPackage, relationships: string, folder: string): Map<string, string[]> {
  const found = new Map<string, string[]>();
  readXml(document.part(relationships), {
    open: (name, attribute) => {
      if (name !== 'Relationship' || attribute('TargetMode') === 'External') return;
      const type = (attribute('Type') ?? '').split('/').at(-1) ?? '';
      const target = attribute('Target') ?? '';
      const full = target.startsWith('/') ? target : path.posix.join(folder, target);
      found.set(type, [...(found.get(type) ?? []), full]);
    },
  });
  return found;
}
