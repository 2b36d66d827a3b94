import { placeholdersOf } from '#contract/render-variables.ts';

/** Splits a text at its placeholders; parts that are placeholders have a name. */
export interface TextPiece {
  text: string;
  variable: string | null;
}

export function piecesOf(text: string): TextPiece[] {
  const pieces: TextPiece[] = [];
  let done = 0;
  for (const { name, start, end } of placeholdersOf(text)) {
    if (start > done) pieces.push({ text: text.slice(done, start), variable: null });
    pieces.push({ text: text.slice(start, end), variable: name });
    done = end;
  }
  if (done < text.length) pieces.push({ text: text.slice(done), variable: null });
  return pieces;
}
