/**
 * Foreign text on its way to a model: passages, answers of tools. It stands between marks that carry a code of
 * the turn, made anew each time and therefore unknown to whoever wrote the text.
 */
export interface MarkedData {
  /** Who brought it: a tool's name or `knowledgebase`. */
  from: string;
  text: string;
}

const CODE_LENGTH = 16;
const CODE = new RegExp(`^[0-9a-f]{${CODE_LENGTH}}$`);
const OPENING = new RegExp(`<data-([0-9a-f]{${CODE_LENGTH}}) from="([A-Za-z0-9_-]+)">\n`);

/** `code`: 16 hexadecimal digits; `from`: letters, digits, _ and -. Throws a RangeError otherwise. */
export function markData(data: MarkedData, code: string): string {
  if (!CODE.test(code)) throw new RangeError('A data code has 16 hexadecimal digits.');
  const from = data.from.replaceAll(/[^A-Za-z0-9_-]/g, '_');
  return `<data-${code} from="${from}">\n${data.text}\n</data-${code}>`;
}

/** The first marked text in `text`, or null. The end is the mark with the code of the beginning, nothing else. */
export function readMarkedData(text: string): MarkedData | null {
  const opening = OPENING.exec(text);
  if (opening === null) return null;
  const [mark, code, from] = opening;
  const start = opening.index + mark.length;
  const end = text.indexOf(`\n</data-${code}>`, start);
  if (end === -1 || from === undefined) return null;
  return { from, text: text.slice(start, end) };
}
