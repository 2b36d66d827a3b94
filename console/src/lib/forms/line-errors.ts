import { t } from '../i18n/t.ts';
import { translateServerText } from '../i18n/translate-server-text.ts';
import { atTheField } from './at-the-field.ts';
import { errorAt } from './nest-errors.ts';

/**
 * The error of a list typed as lines: of the list itself, or of its items, named by their text instead of their index.
 * Undefined if valid.
 * @param path of the list in the form
 * @param items as they were sent
 */
export function errorInLines(errors: object, path: string, items: readonly string[]): string | undefined {
  const whole = errorAt(errors, path);
  if (whole !== undefined) return whole;
  const itemsByRule = new Map<string, string[]>();
  for (const [index, item] of items.entries()) {
    const text = errorAt(errors, `${path}.${index}`);
    if (text === undefined) continue;
    const rule = ruleOf(text, `${path}.${index}`);
    itemsByRule.set(rule, [...(itemsByRule.get(rule) ?? []), item]);
  }
  if (itemsByRule.size === 0) return undefined;
  return [...itemsByRule].map(([rule, broken]) => `${quoted(broken)} ${rule}`).join(' ');
}

const MOST = 3;

/** `“a”, “b”, “c” and 2 more` */
function quoted(items: readonly string[]): string {
  const shown = [...new Set(items)];
  const named = shown.slice(0, MOST).map((item) => `“${item}”`);
  const rest = shown.length - named.length;
  const names = named.join(', ');
  return rest > 0 ? t('{names} and {count} more', { names, count: rest }) : names;
}

/** Translations are whole sentences; the English text continues after the items. */
function ruleOf(text: string, path: string): string {
  const short = atTheField(text);
  const translated = translateServerText(short);
  return translated === short ? withoutName(text, path) : `– ${translated}`;
}

/** Removes the field name at the start: `The allowed_inbound_ips.0 field must be …`, `The selected … is invalid.` */
function withoutName(text: string, path: string): string {
  const begin = [`The ${path} field `, `The selected ${path} `].find((words) => text.startsWith(words));
  return begin === undefined ? text : text.slice(begin.length);
}
