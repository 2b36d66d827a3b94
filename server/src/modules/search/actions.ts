import type { z } from 'zod';
import type { contentSearchQuery, contentSearchResponse } from '#contract/content-search.ts';
import type { FieldErrors } from '#contract/validation.ts';
import type { Context } from '../../core/context.ts';
import type { Executor } from '../../db/client.ts';
import { cursorOf, positionOf } from './query/cursor.ts';
import { findDocuments } from './query/find-documents.ts';
import { readLanguages } from './query/hit-store.ts';
import { presentHits } from './query/present-hits.ts';
import { stemmedLanguages } from './words/languages.ts';
import { searchTerms } from './words/search-terms.ts';

export interface SearchDependencies {
  database: Executor;
}

/** Sources that a list filtered by words contains at most. */
const MAX_SOURCES = 1000;

/** Ids of the latest calls or conversations with the words. */
export async function findSourceIds(
  database: Executor,
  { userId, kind, words }: { userId: number; kind: 'call' | 'conversation'; words: string },
): Promise<number[]> {
  const languages = stemmedLanguages(await readLanguages(database, userId));
  const documents = await findDocuments(database, {
    userId,
    terms: searchTerms(words, languages),
    filters: { kind, channel: null, assistantId: null },
    before: null,
    dateFrom: null,
    dateTo: null,
    limit: MAX_SOURCES,
  });
  return [...new Set(documents.map(({ sourceId }) => sourceId))];
}

type Query = z.output<typeof contentSearchQuery>;

const PAGE_SIZE = 20;

export function checkCursor(cursor: string | null | undefined): FieldErrors {
  return cursor == null || positionOf(cursor) !== null ? {} : { cursor: ['The selected cursor is invalid.'] };
}

/** One page of calls, conversations, leads and SMS that contain the words, newest first. */
export async function searchContent(
  { database }: SearchDependencies,
  { userId }: Context,
  { q, kind, channel, assistant_id, date_from, date_to, per_page, cursor }: Query,
): Promise<z.output<typeof contentSearchResponse>> {
  const languages = stemmedLanguages(await readLanguages(database, userId));
  const terms = searchTerms(q, languages);
  const perPage = per_page ?? PAGE_SIZE;
  const documents = await findDocuments(database, {
    userId,
    terms,
    filters: { kind: kind ?? null, channel: channel ?? null, assistantId: assistant_id ?? null },
    before: cursor == null ? null : positionOf(cursor),
    dateFrom: date_from ?? null,
    dateTo: date_to ?? null,
    limit: perPage + 1,
  });
  const page = documents.slice(0, perPage);
  const last = page.at(-1);
  return {
    data: await presentHits(database, {
      userId,
      documents: page,
      words: { terms: terms.terms, languages },
    }),
    next_cursor:
      documents.length > perPage && last !== undefined ? cursorOf({ at: last.atText, id: last.id }) : null,
  };
}
