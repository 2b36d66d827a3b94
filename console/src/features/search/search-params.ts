import type { ContentFilter, ContentHit } from '../../data/content-search.ts';
import { namesOf } from '../../lib/names-of.ts';
import { dayOf, idOf, oneOf, present, textOf } from '../../lib/search/search-values.ts';

const KIND_NAMES = namesOf<ContentHit['kind']>({ call: true, conversation: true, lead: true, sms: true });
const CHANNEL_NAMES = namesOf<NonNullable<ContentHit['channel']>>({
  inbound: true,
  outbound: true,
  web: true,
  widget: true,
  msgapp: true,
  api: true,
  test: true,
});

/** Search parameters: the words, and the filter in the API's names. */
export type SearchParams = ContentFilter & { q?: string };

export function searchParams(search: Record<string, unknown>): SearchParams {
  return present({
    q: textOf(search['q'], 200),
    kind: oneOf(KIND_NAMES, search['kind']),
    channel: oneOf(CHANNEL_NAMES, search['channel']),
    assistant_id: idOf(search['assistant_id']),
    date_from: dayOf(search['date_from']),
    date_to: dayOf(search['date_to']),
  });
}
