/** A placeholder in a text: `{{name}}`, or `{{name|default}}`. */
export interface Placeholder {
  /** May be empty or longer than 64 characters; no variable has a name like that. */
  name: string;
  /** Null without a default. */
  fallback: string | null;
  start: number;
  end: number;
}

/** Also matches the triple braces of Handlebars, and a missing last brace. */
const PLACEHOLDER = /\{\{\{([^{}]*)\}\}\}|\{\{([^{}]*)\}\}?/g;

const MOST_NAME_CHARACTERS = 64;

/** System variables of every conversation and call; other values of the same names take precedence. */
export const SYSTEM_VARIABLES = [
  'customer_phone',
  'customer_name',
  'assistant_phone',
  'current_time',
  'current_date',
  'current_weekday',
  'timezone',
  'call_id',
  'conversation_id',
  'lead_id',
  'campaign_name',
  'channel',
] as const;

export type SystemVariable = (typeof SYSTEM_VARIABLES)[number];

/** True if texts can use a variable of this name. */
export function isVariableName(name: string): boolean {
  return isName(name.trim()) && !/[{}|]/.test(name);
}

/** Placeholders in order of appearance. */
export function placeholdersOf(text: string): Placeholder[] {
  return Array.from(text.matchAll(PLACEHOLDER), (match) => {
    const inside = match[1] ?? match[2] ?? '';
    const bar = inside.indexOf('|');
    return {
      name: (bar === -1 ? inside : inside.slice(0, bar)).trim(),
      fallback: bar === -1 ? null : inside.slice(bar + 1).trim(),
      start: match.index,
      end: match.index + match[0].length,
    };
  });
}

/** Distinct variable names used in texts, in order. */
export function namesIn(...texts: readonly string[]): string[] {
  const names = texts.flatMap((text) => placeholdersOf(text).map(({ name }) => name));
  return [...new Set(names.filter(isName))];
}

/**
 * Names that texts use without a default and that have no value in `values`.
 * @param values pass any non-blank text for values that are set later
 */
export function unfilledNames(texts: readonly string[], values: Record<string, unknown>): string[] {
  const find = valueFinder(values);
  const open = texts.flatMap((text) => placeholdersOf(text).filter(({ fallback }) => fallback === null));
  const names = open.map(({ name }) => name).filter((name) => isName(name) && find(name) === undefined);
  return [...new Set(names)];
}

/** Key for matching names: case, spaces and underscores are ignored. */
export function looseName(name: string): string {
  return name
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[\s_]+/g, '');
}

/**
 * Looks up variables by name: exactly, then as a path into nested values (`user.name`), then ignoring case, blanks and
 * underscores. Undefined if the value is missing, null or blank.
 */
export function valueFinder(values: Record<string, unknown>): (name: string) => unknown {
  return (name) =>
    withoutBlank(exactly(values, name)) ?? atPath(values, name) ?? withoutBlank(loosely(values, name));
}

export interface RenderedText {
  text: string;
  /** Distinct names without a value or default, in order of appearance. */
  missing: string[];
}

/** Marks an empty placeholder. Safe because PostgreSQL text cannot contain this character. */
const HOLE = '\0';

/**
 * Replaces placeholders in one pass: a value that contains `{{…}}` is not rendered again. Placeholders without a value
 * are removed, so that people never read or hear braces. Objects and arrays appear as JSON.
 */
export function renderVariables(template: string, values: Record<string, unknown>): RenderedText {
  const missing = new Set<string>();
  let hasHoles = false;
  const text = insertVariables(template, values, (value, { name, fallback }) => {
    if (value !== '') return value;
    hasHoles = true;
    if (fallback === null && isName(name)) missing.add(name);
    return HOLE;
  });
  return { text: hasHoles ? closeHoles(text) : text, missing: [...missing] };
}

/**
 * Replaces placeholders for a machine, such as those in a URL: the text around an empty one stays.
 * @param encode gets the value, or the default; empty if there is neither
 */
export function insertVariables(
  template: string,
  values: Record<string, unknown>,
  encode: (value: string, placeholder: Placeholder) => string,
): string {
  const find = valueFinder(values);
  let text = '';
  let done = 0;
  for (const placeholder of placeholdersOf(template)) {
    const { name, fallback, start, end } = placeholder;
    const value = wordsOf(isName(name) ? find(name) : undefined) || fallback || '';
    text += template.slice(done, start) + encode(value, placeholder);
    done = end;
  }
  return text + template.slice(done);
}

/**
 * Removes the space, comma, brackets or emphasis around an empty placeholder: "Hello , this is" becomes "Hello, this is",
 * and "**Hello **" becomes "**Hello**".
 */
function closeHoles(text: string): string {
  return text
    .replaceAll(/\0(?:[ \t]{0,9}\0)+/g, HOLE)
    .replaceAll(/([*_~]{1,3})\0\1/g, HOLE)
    .replaceAll(/(\S)[ \t]{1,9}\0(?=[*_~]{1,3}(?:[^\p{L}\p{N}]|$))/gu, '$1')
    .replaceAll(/[([“"][ \t]{0,9}\0[ \t]{0,9}[)\]”"]/g, HOLE)
    .replaceAll(/[ \t]{0,9}\0(?=[ \t]{0,9}(?:\n|$))/g, '')
    .replaceAll(/(^|\n|[.!?…][ \t]{1,9})\0(?:[ \t]{0,9},)?[ \t]{0,9}/g, '$1')
    .replaceAll(/,[ \t]{0,9}\0[ \t]{0,9}(?=[,.!?…;:\n]|$)/g, '')
    .replaceAll(/[ \t]{0,9}\0[ \t]{0,9}(?=[,.!?…;:)\]\n]|$)/g, '')
    .replaceAll(/([ \t])\0[ \t]{1,9}/g, '$1')
    .replaceAll(HOLE, '');
}

function wordsOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function isName(name: string): boolean {
  return name !== '' && name.length <= MOST_NAME_CHARACTERS;
}

function withoutBlank(value: unknown): unknown {
  return value === null || (typeof value === 'string' && value.trim() === '') ? undefined : value;
}

function exactly(values: object, name: string): unknown {
  return Object.hasOwn(values, name) ? Reflect.get(values, name) : undefined;
}

function loosely(values: object, name: string): unknown {
  const wanted = looseName(name);
  const key = Object.keys(values).find(
    (one) => looseName(one) === wanted && withoutBlank(exactly(values, one)) !== undefined,
  );
  return key === undefined ? undefined : exactly(values, key);
}

function atPath(values: object, name: string): unknown {
  if (!name.includes('.')) return undefined;
  let found: unknown = values;
  for (const step of name.split('.')) {
    if (typeof found !== 'object' || found === null) return undefined;
    found = withoutBlank(exactly(found, step.trim())) ?? loosely(found, step);
  }
  return withoutBlank(found);
}
