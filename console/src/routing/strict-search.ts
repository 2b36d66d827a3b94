type Search = Record<string, unknown>;

/**
 * A page's search with nothing in it but what `validate` gives. Without this the router leaves in what was refused: it
 * lays the validated search over the address's own.
 */
export function strictSearch(validate: (search: Search) => Search): (search: Search) => Search {
  return (search) => {
    const refused = Object.keys(search).map((name) => [name, undefined] as const);
    return { ...Object.fromEntries(refused), ...validate(search) };
  };
}
