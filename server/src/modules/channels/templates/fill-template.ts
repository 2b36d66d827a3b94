/** A template's text with its values, or what does not fit. */
export type FilledTemplate =
  | { kind: 'filled'; values: string[]; text: string }
  | { kind: 'mismatch'; problem: string };

type Given = Readonly<Record<string, string | number>> | readonly (string | number)[];

const PLACEHOLDER = /\{\{\s*(\d{1,3})\s*\}\}/g;

/**
 * Puts values into `{{1}}`, `{{2}}`, …: every placeholder must get one, and no value may be left over.
 * @param names a name for each placeholder, in order
 * @param given by place (`"1"`) or by name; a list counts from 1
 */
export function fillTemplate(bodyText: string, names: readonly string[], given: Given): FilledTemplate {
  const wanted = placesOf(bodyText);
  const byPlace = Array.isArray(given)
    ? new Map(given.map((value, index) => [index + 1, String(value)]))
    : valuesByPlace(Object.entries(given), names, wanted);
  const unknown = [...byPlace.keys()].find((place) => typeof place === 'string' || !wanted.includes(place));
  if (unknown !== undefined) {
    return { kind: 'mismatch', problem: `The template has no variable ${unknown}.` };
  }
  const missing = wanted.find((place) => (byPlace.get(place) ?? '').trim() === '');
  if (missing !== undefined) {
    const name = names[missing - 1];
    const words = name === undefined ? String(missing) : `${missing} (${name})`;
    return { kind: 'mismatch', problem: `The template needs a value for variable ${words}.` };
  }
  const text = bodyText.replace(PLACEHOLDER, (_all, place: string) => byPlace.get(Number(place)) ?? '');
  return { kind: 'filled', values: wanted.map((place) => byPlace.get(place) ?? ''), text };
}

/** In rising order, each once. */
function placesOf(bodyText: string): number[] {
  const places = [...bodyText.matchAll(PLACEHOLDER)].map(([, place]) => Number(place));
  return [...new Set(places)].sort((a, b) => a - b);
}

/** What is no place and no name stays under its own name, so that it can be refused. */
function valuesByPlace(
  entries: readonly (readonly [string, string | number])[],
  names: readonly string[],
  wanted: readonly number[],
): Map<number | string, string> {
  return new Map(
    entries.map(([key, value]) => {
      const index = names.indexOf(key);
      // A name that is a number by chance yields to the place of that number.
      const isPlace = /^\d{1,3}$/.test(key) && wanted.includes(Number(key));
      const place = isPlace ? Number(key) : index >= 0 ? index + 1 : key;
      return [place, String(value)] as const;
    }),
  );
}
