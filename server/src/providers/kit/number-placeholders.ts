const PLACEHOLDER = /\{\{\s*([\w.-]+)\s*\}\}/g;

/**
 * Rewrites a template's placeholders to `{{1}}`, `{{2}}`, …, and returns the carrier's names in that order: numbered
 * ones first, by number, then named ones by appearance.
 * @param further names that need values although they are not in the text
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
