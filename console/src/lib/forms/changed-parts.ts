import { isSame } from '../is-same.ts';

/**
 * The changed part of a request. Unchanged fields are omitted, so that saving does not overwrite changes made
 * elsewhere. The form's fields have the names of the request's.
 */
export function changedParts<Request extends object>(
  request: Request,
  stored: Readonly<Record<string, unknown>>,
  now: Readonly<Record<string, unknown>>,
): Partial<Request> {
  const names = new Set(Object.keys(now).filter((name) => !isSame(stored[name], now[name])));
  return asPart<Request>(Object.fromEntries(Object.entries(request).filter(([name]) => names.has(name))));
}

/** The members come from the request, so they have its types. */
function asPart<Request extends object>(part: object): Partial<Request> {
  return part as Partial<Request>;
}
