/**
 * Untrusted text for a model, such as passages and tool results, between marks with a random code per turn that its
 * author cannot know.
 */
export interface MarkedData {
  /** Source of the text: a tool's name or `knowledgebase`. */
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

/** The first marked text in `text`, or null. Only a closing mark with the opening mark's code ends it. */
export function readMarkedData(text: string): MarkedData | null {
  return readAllMarkedData(text)[0] ?? null;
}

/** All marked texts in `text`, in order; marks within a marked text are part of it. */
export function readAllMarkedData(text: string): MarkedData[] {
  const found: MarkedData[] = [];
  for (let rest = text; ; ) {
    const opening = OPENING.exec(rest);
    if (opening === null) return found;
    const [mark, code, from] = opening;
    const start = opening.index + mark.length;
    const closing = `\n</data-${code}>`;
    const end = rest.indexOf(closing, start);
    if (end === -1 || from === undefined) return found;
    found.push({ from, text: rest.slice(start, end) });
    rest = rest.slice(end + closing.length);
  }
}
