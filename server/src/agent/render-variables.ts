const PLACEHOLDER = /\{\{\s*([\w.-]+)\s*\}\}/g;

export interface RenderedText {
  text: string;
  /** Names that had no value, each once, in order of appearance. */
  missing: string[];
}

/**
 * Replaces `{{name}}` by the variable's value in one pass, so a value that contains `{{…}}` is not replaced again.
 * An unknown or null variable becomes empty: a customer never reads braces; `missing` tells the author.
 * Objects and arrays appear as JSON.
 */
export function renderVariables(template: string, variables: Record<string, unknown>): RenderedText {
  const missing = new Set<string>();
  const text = template.replaceAll(PLACEHOLDER, (_match, name: string) => {
    const value = Object.hasOwn(variables, name) ? variables[name] : undefined;
    if (value === undefined || value === null) {
      missing.add(name);
      return '';
    }
    return typeof value === 'object' ? JSON.stringify(value) : String(value);
  });
  return { text, missing: [...missing] };
}
