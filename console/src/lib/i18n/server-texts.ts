import { t } from './t.ts';

/**
 * Texts of the server that people meet in the console. `{name}` stands for any text, and a translation may leave it
 * out. The first text that fits is used.
 */
const TEXTS = [serverText('The {field} field is required.'), serverText('The selected {field} is invalid.')];

interface Pattern {
  text: string;
  pattern: RegExp;
  names: string[];
}

const plainTexts: ReadonlySet<string> = new Set(TEXTS.filter((text) => !text.includes('{')));
const patterns: readonly Pattern[] = TEXTS.filter((text) => text.includes('{')).map(patternOf);

/** The translation of a text that the server wrote; the text itself if it is not listed. */
export function translateListed(text: string): string {
  if (plainTexts.has(text)) return t(text);
  for (const { text: listed, pattern, names } of patterns) {
    const found = pattern.exec(text);
    if (found === null) continue;
    return t(listed, Object.fromEntries(names.map((name, index) => [name, found[index + 1] ?? ''])));
  }
  return text;
}

function patternOf(text: string): Pattern {
  const names: string[] = [];
  const source = text
    .replace(/[\\^$.*+?()[\]|]/g, String.raw`\$&`)
    .replace(/\{(\w+)\}/g, (_match, name: string) => {
      names.push(name);
      return '([^]+?)';
    });
  return { text, pattern: new RegExp(`^${source}$`), names };
}

/** Marks a text for the check `texts`. */
function serverText(text: string): string {
  return text;
}
