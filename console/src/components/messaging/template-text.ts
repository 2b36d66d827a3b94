const PLACEHOLDER = /\{\{\s*([1-9]\d{0,2})\s*\}\}/g;

interface TemplateText {
  body_text: string;
  /** Names of placeholders 1, 2 and so on. There may be more or fewer names than placeholders in the text. */
  variables: readonly string[];
}

/** A placeholder of a template. */
export interface TemplatePlace {
  /** From 1, as in `{{1}}` and the API. */
  place: number;
  label: string;
}

/** All placeholders of a template, in order: those with a name and those in the text. */
export function placesOf({ body_text, variables }: TemplateText): TemplatePlace[] {
  const shown = [...body_text.matchAll(PLACEHOLDER)].map(([, place]) => Number(place));
  const places = new Set([...variables.keys()].map((index) => index + 1).concat(shown));
  return [...places]
    .toSorted((one, other) => one - other)
    .map((place) => {
      const name = variables[place - 1];
      return { place, label: name === undefined || name === String(place) ? `Value ${place}` : name };
    });
}

/** The message with its values; placeholders without a value are kept. */
export function previewOf({ body_text }: TemplateText, values: Readonly<Record<string, string>>): string {
  return body_text.replaceAll(PLACEHOLDER, (placeholder, place: string) => {
    const value = values[place]?.trim() ?? '';
    return value === '' ? placeholder : value;
  });
}
