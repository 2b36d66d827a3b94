interface Pattern {
  text: string;
  pattern: RegExp;
  names: string[];
}

type Translate = (text: string, values?: Readonly<Record<string, string>>) => string;

/**
 * Translates texts that exist only as data, such as stored reasons. In the list, `{name}` stands for any text, and
 * `{reason}` is translated as well. A text without values is preferred, then the first that fits.
 * @param listed in English
 * @param translate translates a text of the list
 */
export function translatorOfListed(
  listed: readonly string[],
  translate: Translate,
): (text: string) => string {
  const plainTexts: ReadonlySet<string> = new Set(listed.filter((text) => !text.includes('{')));
  const patterns: readonly Pattern[] = listed.filter((text) => text.includes('{')).map(patternOf);
  const find = (text: string): string | null => {
    if (plainTexts.has(text)) return translate(text);
    for (const { text: pattern, pattern: expression, names } of patterns) {
      const found = expression.exec(text);
      if (found === null) continue;
      const values = names.map((name, index) => [name, found[index + 1] ?? ''] as const);
      const reason = values.find(([name]) => name === 'reason')?.[1];
      const translated = reason === undefined ? undefined : find(reason);
      // A pattern without words fits only a reason of the list.
      if (translated === null && !hasWords(pattern)) continue;
      return translate(
        pattern,
        Object.fromEntries(
          values.map(([name, value]) => [name, name === 'reason' ? (translated ?? value) : value]),
        ),
      );
    }
    return null;
  };
  return (text) => find(text) ?? text;
}

function hasWords(pattern: string): boolean {
  return /\p{L}/u.test(pattern.replaceAll(/\{\w+\}/g, ''));
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
