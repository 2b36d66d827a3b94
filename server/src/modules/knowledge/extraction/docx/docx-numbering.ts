import { readXml } from './read-xml.ts';

/** Returns the marker of the next list item, `-` or its number; null if the paragraph is not an item. */
export type ListMarks = (id: string, level: number) => string | null;

interface List {
  ordered: Map<number, boolean>;
  starts: Map<number, number>;
}

/** Reads list definitions. Numbering continues after interrupting paragraphs. */
export function readNumbering(bytes: Buffer | null): ListMarks {
  const abstracts = new Map<string, List>();
  const lists = new Map<string, string>();
  let abstract: List = { ordered: new Map(), starts: new Map() };
  let level = 0;
  let list = '';
  readXml(bytes, {
    open: (name, attribute) => {
      const value = attribute('w:val') ?? '';
      if (name === 'w:abstractNum') {
        abstract = { ordered: new Map(), starts: new Map() };
        abstracts.set(attribute('w:abstractNumId') ?? '', abstract);
      } else if (name === 'w:lvl') level = Number(attribute('w:ilvl') ?? 0);
      else if (name === 'w:numFmt') abstract.ordered.set(level, value !== 'bullet' && value !== 'none');
      else if (name === 'w:start') abstract.starts.set(level, Number(value));
      else if (name === 'w:num') list = attribute('w:numId') ?? '';
      else if (name === 'w:abstractNumId') lists.set(list, value);
    },
  });
  const counts = new Map<string, number[]>();
  return (id, itemLevel) => {
    if (id === '0' || id === '') return null;
    const known = abstracts.get(lists.get(id) ?? '');
    if (known?.ordered.get(itemLevel) !== true) return '-';
    const counted = counts.get(id) ?? [];
    const next = (counted[itemLevel] ?? (known.starts.get(itemLevel) ?? 1) - 1) + 1;
    // Numbers of deeper levels restart.
    counts.set(id, [
      ...counted.slice(0, itemLevel),
      ...Array(Math.max(0, itemLevel - counted.length)).fill(0),
      next,
    ]);
    return `${next}.`;
  };
}
