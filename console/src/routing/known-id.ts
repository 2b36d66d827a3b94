import { notFound } from '@tanstack/react-router';
import { idOf } from '../lib/search/search-values.ts';

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Of a page about one thing: an address without its number is that of no page. @param others words that stand for one, such as `new` */
export function needsId(id: string, others: readonly string[] = []): void {
  if (idOf(id) === undefined && !others.includes(id)) throw notFound();
}

/** The same for what goes by a UUID. */
export function needsUuid(uuid: string): void {
  if (!UUID.test(uuid)) throw notFound();
}
