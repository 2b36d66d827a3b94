const PLACEHOLDER = /\{\{\s*([\w.-]+)\s*\}\}/g;

/**
 * The text of a template with its placeholders written `{{1}}`, `{{2}}`, …, and the carrier's own name of each.
 * Numbered ones come first, in the order of their numbers; named ones follow as they appear.
 * @param further names that the carrier wants a value for although the text does not show them
 */
export function numberPlaceholders(
  text: string,
  further: readonly string[] = [],
): { bodyText: string; variables: string[] } {
  const found = [...text.matchAll(PLACEHOLDER)].map((match) => match[1] ?? '');
  const names = [...new Set([...found, ...further])];
  const isNumber = (name: string): boolean => /^\d+$/.test(name);
  const numbers = names.filter(isNumber).sort((one, other) => Number(one) - Number(other));
  const variables = [...numbers, ...names.filter((name) => !isNumber(name))];
  const bodyText = text.replace(PLACEHOLDER, (_whole, name: string) => `{{${variables.indexOf(name) + 1}}}`);
  return { bodyText, variables };
}
