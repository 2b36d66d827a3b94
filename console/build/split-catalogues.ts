import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'vite';
import { stringsOf } from './first-load-strings.ts';

const SOURCE = path.resolve(import.meta.dirname, '../src');

/** Pages shown before the login: their texts belong to the first load. */
const FIRST_PAGES = ['start.tsx', 'app/login/*-page.tsx'];

/**
 * Splits each catalogue of translations: `de.json?first` has the texts that the first load can show, `de.json?rest` the
 * others. A text is in the first part if a module of the first load contains it as a string.
 */
export function splitCatalogues(): Plugin {
  let strings: Set<string> | undefined;
  return {
    name: 'split-catalogues',
    enforce: 'pre',
    load: {
      filter: { id: /\/catalogues\/[a-z]{2}\.json\?(?:first|rest)$/ },
      handler(id) {
        const [file = '', part] = id.split('?');
        strings ??= stringsOf(globSync(FIRST_PAGES, { cwd: SOURCE }).map((name) => path.join(SOURCE, name)));
        const { first, rest } = split(JSON.parse(readFileSync(file, 'utf8')), strings);
        const texts = JSON.stringify(part === 'first' ? first : rest);
        // Browsers parse JSON faster than an object literal.
        return { code: `export default JSON.parse(${JSON.stringify(texts)});`, moduleType: 'js' };
      },
    },
  };
}

type Catalogue = Readonly<Record<string, string>>;

/** @param strings texts that the first load may show, without their contexts */
export function split(
  catalogue: Catalogue,
  strings: ReadonlySet<string>,
): { first: Catalogue; rest: Catalogue } {
  const isFirst = (id: string): boolean => strings.has(id) || strings.has(id.replace(/ \[[^\]]*\]$/, ''));
  const entries = Object.entries(catalogue);
  return {
    first: Object.fromEntries(entries.filter(([id]) => isFirst(id))),
    rest: Object.fromEntries(entries.filter(([id]) => !isFirst(id))),
  };
}
