import type { Section } from '../chunking/section.ts';

const headingLine = /^(#{1,6})[ \t]+(.+?)[ \t]*#*$/;
const fenceLine = /^(```|~~~)/;

/**
 * Splits Markdown at its headings, except inside code fences. A heading with neither text nor subheadings becomes an
 * empty section.
 */
export function markdownSections(markdown: string, page: number | null = null): Section[] {
  const sections: Section[] = [];
  let path: { level: number; title: string }[] = [];
  let lines: string[] = [];
  let fence: string | null = null;
  const close = (): void => {
    const text = lines.join('\n').trim();
    lines = [];
    sections.push({ headings: path.map((heading) => heading.title), page, text });
  };
  for (const line of markdown.split('\n')) {
    const fenceMark = fenceLine.exec(line)?.[1];
    if (fenceMark !== undefined && (fence === null || fence === fenceMark)) {
      fence = fence === null ? fenceMark : null;
    }
    const heading = fence === null ? headingLine.exec(line) : null;
    if (heading === null) {
      lines.push(line);
      continue;
    }
    close();
    const level = heading[1]?.length ?? 1;
    path = [...path.filter((outer) => outer.level < level), { level, title: plainHeading(heading[2] ?? '') }];
  }
  close();
  return sections.filter((section, index) => section.text !== '' || isLoneHeading(sections, index));
}

/** A heading without Markdown syntax: `**Fees** \(2025\)` becomes `Fees (2025)`. */
function plainHeading(markdown: string): string {
  return markdown
    .replace(/<a id="[^"]*"><\/a>/g, '')
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/(\*\*|__|(?<!\\)[*`])/g, '')
    .replace(/\\([\\`*_{}[\]()#+\-.!>|~])/g, '$1')
    .trim();
}

function isLoneHeading(sections: Section[], index: number): boolean {
  const headings = sections[index]?.headings ?? [];
  const next = sections[index + 1]?.headings ?? [];
  return headings.length > 0 && !headings.every((title, depth) => next[depth] === title);
}
