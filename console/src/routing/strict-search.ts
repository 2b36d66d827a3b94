type Search = Record<string, unknown>;

/**
 * Restricts the search parameters to the result of `validate`. The router would otherwise keep rejected parameters,
 * because it merges the validated search into the original one.
 */
export function strictSearch(validate: (search: Search) => Search): (search: Search) => Search {
  return (search) => {
    const refused = Object.keys(search).map((name) => [name, undefined] as const);
    return { ...Object.fromEntries(refused), ...validate(search) };
  };
}
