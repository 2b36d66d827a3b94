import type { Source, SourceLine } from './source-store.ts';

/** A tsvector holds a megabyte, and a phrase about 16,000 words. */
const MAX_CHARACTERS = 40_000;

/** A document of the index, before its words are analyzed. */
export interface SourcePart {
  source: Source;
  part: number;
  at: Date;
  firstLine: number | null;
  lastLine: number | null;
  lines: readonly SourceLine[];
}

/** Splits long conversations into parts; all other sources have one. */
export function splitSource(source: Source, lines: readonly SourceLine[]): SourcePart[] {
  if (source.kind !== 'conversation') {
    const part = { source, part: 0, at: source.at, firstLine: null, lastLine: null };
    return [{ ...part, lines: firstCharacters(lines) }];
  }
  return chunks(source, lines);
}

/** Parts of notes count down from -1. Names and numbers are only in the parts of messages. */
export function splitNotes(source: Source, notes: readonly SourceLine[]): SourcePart[] {
  const own = { ...source, values: [], phoneNumbers: [] };
  return chunks(own, notes).map((one) => ({ ...one, part: -1 - one.part }));
}

function chunks(source: Source, lines: readonly SourceLine[]): SourcePart[] {
  const parts: SourcePart[] = [];
  let begin = 0;
  let length = 0;
  for (const [index, line] of lines.entries()) {
    length += line.text.length;
    if (length < MAX_CHARACTERS && index < lines.length - 1) continue;
    const own = lines.slice(begin, index + 1);
    const firstLine = own[0]?.id ?? null;
    parts.push({ source, part: parts.length, at: line.at, firstLine, lastLine: line.id, lines: own });
    begin = index + 1;
    length = 0;
  }
  return parts;
}

/** Calls last minutes; a longer transcript is a fault. */
function firstCharacters(lines: readonly SourceLine[]): SourceLine[] {
  let length = 0;
  return lines.filter(({ text }) => {
    length += text.length;
    return length <= MAX_CHARACTERS * 4;
  });
}
