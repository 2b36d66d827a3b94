import { z } from 'zod';
import type { FieldErrors } from '../core/errors.ts';
import type { Route } from './route.ts';

/** Endings that make a parameter a filter, even if no list has one of this name. */
const FILTER_ENDINGS = ['_from', '_to', '_since', '_until', '_after', '_before', '_id', '_ids', '_at'];

/** Names of the query parameters of all routes, without `q`: clients may send it to lists that never had a search. */
export function queryNames(routes: readonly Route[]): ReadonlySet<string> {
  return new Set(
    routes.flatMap(({ query }) => Object.keys(query?.shape ?? {})).filter((name) => name !== 'q'),
  );
}

type FilteredRoute = Pick<Route, 'method' | 'access'> & {
  query?: Route['query'] | undefined;
  success: Pick<Route['success'], 'schema'>;
};

/**
 * Reports unknown filters of routes that return a list or have query parameters; otherwise a client would mistake the full
 * list for a filtered one. Ignores parameters that are not named like a filter (`_=1`, `utm_source`).
 *
 * @param known names of the query parameters of all routes
 */
export function unknownFilters(
  { method, access, query, success }: FilteredRoute,
  given: unknown,
  known: ReadonlySet<string>,
): FieldErrors {
  const isFiltered = method === 'GET' && (query !== undefined || isList(success.schema));
  if (access !== 'account' || !isFiltered || typeof given !== 'object' || given === null) return {};
  const own = query?.shape ?? {};
  const errors: FieldErrors = {};
  for (const key of Object.keys(given)) {
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

/** An array, or an object that has nothing but one. */
function isList(schema: z.ZodType): boolean {
  if (schema instanceof z.ZodArray) return true;
  const fields = schema instanceof z.ZodObject ? Object.values(schema.shape) : [];
  return fields.length === 1 && fields[0] instanceof z.ZodArray;
}
