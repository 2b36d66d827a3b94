import { notFound } from '@tanstack/react-router';
import { idOf } from '../lib/search/search-values.ts';

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Throws `notFound` unless a path parameter is a numeric id. @param others other accepted values, such as `new` */
export function needsId(id: string, others: readonly string[] = []): void {
  if (idOf(id) === undefined && !others.includes(id)) throw notFound();
}

/** Throws `notFound` unless a path parameter is a UUID. */
export function needsUuid(uuid: string): void {
  if (!UUID.test(uuid)) throw notFound();
}
