import { IntlMessageFormat } from 'intl-messageformat';
import { createElement, Fragment, type ReactNode } from 'react';
import { LOCALE } from './language.ts';

/** Translations by their English text. */
export type Catalogue = Readonly<Record<string, string>>;

let catalogue: Catalogue = {};
const formats = new Map<string, IntlMessageFormat>();

/** Call it before loading modules with these texts in constants. */
export function setCatalogue(loaded: Catalogue): void {
  catalogue = loaded;
  formats.clear();
}

/** Adds translations to those that are set. */
export function addToCatalogue(more: Catalogue): void {
  setCatalogue({ ...catalogue, ...more });
}

/**
 * Translates a text.
 * @param text in English, as a literal: the check `texts` looks it up in each catalogue. With `values` it is an ICU
 * message: `{count, plural, one {# call} other {# calls}}`; without, braces are plain text.
 * @param context tells two meanings of one English text apart, such as `verb`: the catalogues have `Open [verb]`
 */
export function t(
  text: string,
  values?: Readonly<Record<string, string | number>>,
  context?: string,
): string {
  const id = context === undefined ? text : `${text} [${context}]`;
  if (values === undefined) return catalogue[id] || text;
  return String(formatOf(id, text).format(values));
}

/** An element around a part of the text. */
type Wrap = (content: ReactNode) => ReactNode;

/**
 * Translates a text that contains elements: `rich('Open <link>settings</link>.', { link: (content) => <a>{content}</a> })`.
 * @param values an element for `{name}`, or a function for `<name>…</name>`
 */
export function rich(text: string, values: Readonly<Record<string, ReactNode | Wrap>>): ReactNode {
  const wraps = Object.entries(values).map(([name, value]) => [
    name,
    typeof value === 'function' ? (content: ReactNode[]) => value(joined(content)) : value,
  ]);
  const parts = formatOf(text, text).format<ReactNode>(Object.fromEntries(wraps));
  return Array.isArray(parts) ? joined(parts) : parts;
}

function joined(parts: readonly ReactNode[]): ReactNode {
  return createElement(Fragment, null, ...parts);
}

function formatOf(id: string, text: string): IntlMessageFormat {
  const known = formats.get(id);
  if (known !== undefined) return known;
  const format = new IntlMessageFormat(catalogue[id] || text, LOCALE);
  formats.set(id, format);
  return format;
}
