import { isSame } from '../is-same.ts';

/**
 * The part of a request that says something new: what nobody has changed in the form is left to those who change it
 * elsewhere. Names of a form's values are those of its request.
 */
export function changedParts<Request extends object>(
  request: Request,
  stored: Readonly<Record<string, unknown>>,
  now: Readonly<Record<string, unknown>>,
): Partial<Request> {
  const names = new Set(Object.keys(now).filter((name) => !isSame(stored[name], now[name])));
  return asPart<Request>(Object.fromEntries(Object.entries(request).filter(([name]) => names.has(name))));
}

/** Some of a request's members, as they were. */
function asPart<Request extends object>(part: object): Partial<Request> {
  return part as Partial<Request>;
}
