/** Source: `server/src/agent/render-variables.ts`, which puts the values in. */
const PLACEHOLDER = /\{\{\s*([\w.-]+)\s*\}\}/g;

/** A text in pieces; those that stand for a variable carry its name. */
export interface TextPiece {
  text: string;
  variable: string | null;
}

export function piecesOf(text: string): TextPiece[] {
  const pieces: TextPiece[] = [];
  let done = 0;
  for (const match of text.matchAll(PLACEHOLDER)) {
    if (match.index > done) pieces.push({ text: text.slice(done, match.index), variable: null });
    pieces.push({ text: match[0], variable: match[1] ?? '' });
    done = match.index + match[0].length;
  }
  if (done < text.length) pieces.push({ text: text.slice(done), variable: null });
  return pieces;
}

/** Names of the variables that a text uses, each once, in order. */
export function placeholdersIn(text: string): string[] {
  return [...new Set(Array.from(text.matchAll(PLACEHOLDER), (match) => match[1] ?? ''))];
}
