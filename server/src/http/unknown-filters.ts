import type { FieldErrors } from '../core/errors.ts';
import type { Route } from './route.ts';

/** Endings that make a parameter a filter, even if no list has one of this name. */
const FILTER_ENDINGS = ['_from', '_to', '_since', '_until', '_after', '_before', '_id', '_ids', '_at'];

/** Names of the query parameters of all routes. */
export function queryNames(routes: readonly Route[]): ReadonlySet<string> {
  return new Set(routes.flatMap(({ query }) => Object.keys(query?.shape ?? {})));
}

/**
 * Errors for filters that a list does not have. If they were ignored, the client would take the whole list for the part
 * it asked for. Parameters that are no filter by their name (`_=1` against caches, `utm_source`) stay ignored.
 *
 * @param known names of the query parameters of all routes
 */
export function unknownFilters(route: Route, query: unknown, known: ReadonlySet<string>): FieldErrors {
  const isList = route.method === 'GET' && (route.query !== undefined || route.params === undefined);
  if (route.access !== 'account' || !isList || typeof query !== 'object' || query === null) return {};
  const own = route.query?.shape ?? {};
  const errors: FieldErrors = {};
  for (const key of Object.keys(query)) {
    if (Object.hasOwn(own, key)) continue;
    const [name = '', ...brackets] = key.split('[');
    if (brackets.length > 0 && Object.hasOwn(own, name)) {
      errors[key] = [`The ${name} filter takes one value. Send ${name}=value, without brackets.`];
    } else if (known.has(name) || FILTER_ENDINGS.some((ending) => name.endsWith(ending))) {
      const names = Object.keys(own).join(', ');
      errors[key] = [`${key} is not a filter of this list.${names === '' ? '' : ` It has ${names}.`}`];
    }
  }
  return errors;
}
