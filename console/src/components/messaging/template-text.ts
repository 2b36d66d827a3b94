import type { TemplateValueKind } from '#contract/messaging.ts';
import { t } from '../../lib/i18n/t.ts';

const PLACEHOLDER = /\{\{\s*([1-9]\d{0,2})\s*\}\}/g;

interface TemplateText {
  body_text: string;
  /** Names of placeholders 1, 2 and so on. There may be more or fewer names than placeholders in the text. */
  variables: readonly string[];
  variable_kinds: readonly TemplateValueKind[];
}

/** A placeholder of a template. */
export interface TemplatePlace {
  /** From 1, as in `{{1}}` and the API. */
  place: number;
  label: string;
  /** Format of the value. */
  hint: string | undefined;
}

const HINTS: { readonly [Kind in TemplateValueKind]?: string } = {
  heading: t('At most 60 characters.'),
  image: t('URL of an image (JPEG or PNG).'),
  video: t('URL of a video (MP4).'),
  document: t('URL of a document, such as a PDF.'),
  time: t('For example 2026-12-24T18:00:00+02:00.'),
  url_suffix: t('The last part of the link.'),
  code: t('At most 15 characters.'),
};

/** All placeholders of a template, in order: those with a name and those in the text. */
export function placesOf({ body_text, variables, variable_kinds }: TemplateText): TemplatePlace[] {
  const shown = [...body_text.matchAll(PLACEHOLDER)].map(([, place]) => Number(place));
  const places = new Set([...variables.keys()].map((index) => index + 1).concat(shown));
  return [...places]
    .toSorted((one, other) => one - other)
    .map((place) => {
      const name = variables[place - 1];
      const kind = variable_kinds[place - 1] ?? 'text';
      const label =
        name === undefined || name === String(place) ? t('Value {place}', { place }) : labelOf(name, kind);
      return { place, label, hint: HINTS[kind] };
    });
}

/** Names of values outside the text are Parley's own: `button_2_url` is shown as "Button 2 url". */
function labelOf(name: string, kind: TemplateValueKind): string {
  if (kind === 'text') return name;
  const words = name.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The message with its values; placeholders without a value are kept. */
export function previewOf(
  { body_text }: Pick<TemplateText, 'body_text'>,
  values: Readonly<Record<string, string>>,
): string {
  return body_text.replaceAll(PLACEHOLDER, (placeholder, place: string) => {
    const value = values[place]?.trim() ?? '';
    return value === '' ? placeholder : value;
  });
}

/** A text of the header, a button or a card with its values, which it names: `{{button_2_url}}`. */
export function filledPart(
  { variables }: Pick<TemplateText, 'variables'>,
  values: Readonly<Record<string, string>>,
  text: string,
): string {
  return text.replaceAll(/\{\{\s*([\w.-]+)\s*\}\}/g, (placeholder, name: string) => {
    const value = values[variables.indexOf(name) + 1]?.trim() ?? '';
    return value === '' ? placeholder : value;
  });
}
