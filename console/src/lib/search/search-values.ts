/** Parsers of search parameters: invalid values count as absent. */

export function oneOf<Choice extends string | number>(
  choices: readonly Choice[],
  value: unknown,
): Choice | undefined {
  return choices.find((choice) => choice === value);
}

/** The router parses numeric text as a number. */
export function textOf(value: unknown, mostCharacters = 100): string | undefined {
  const text = typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' && text !== '' ? text.slice(0, mostCharacters) : undefined;
}

export function idOf(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) && number > 0 ? number : undefined;
}

export function flagOf(value: unknown): boolean | undefined {
  return typeof value === 'boolean' ? value : undefined;
}

/** `YYYY-MM-DD` */
export function dayOf(value: unknown): string | undefined {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(value)) return undefined;
  const date = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value) ? value : undefined;
}

type Present<Values> = { [Name in keyof Values]?: Exclude<Values[Name], undefined> };

/** Removes undefined members, so that the URL holds only chosen values. */
export function present<Values extends object>(values: Values): Present<Values> {
  return asPresent<Values>(
    Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)),
  );
}

function asPresent<Values>(values: object): Present<Values> {
  return values as Present<Values>;
}
