import type { Database, Executor, Transaction } from '../../../db/client.ts';
import { documentWords } from '../words/document-words.ts';
import { stemmedLanguages } from '../words/languages.ts';
import {
  hasQueued,
  lockIndex,
  type QueuedSource,
  readQueued,
  removeQueued,
  type SourceKind,
} from './queue-store.ts';
import {
  readCalls,
  readConversations,
  readLeads,
  readMessages,
  readUtterances,
  type Source,
  type SourceLine,
} from './source-store.ts';
import { type SourcePart, splitSource } from './split-source.ts';

/** Per transaction, so that calls are not delayed: analyzing a call takes about a millisecond. */
const BATCH = 20;

interface Reader {
  sources(transaction: Executor, ids: readonly number[]): Promise<Source[]>;
  lines(transaction: Executor, ids: readonly number[]): Promise<SourceLine[]>;
}

/** Where the texts of each kind are. */
const READERS: Readonly<Record<SourceKind, Reader>> = {
  call: { sources: readCalls, lines: readUtterances },
  conversation: { sources: readConversations, lines: readMessages },
  lead: { sources: readLeads, lines: () => Promise.resolve([]) },
};

/**
 * Indexes all queued sources, new ones first. May be interrupted at any time: a source leaves the queue with the
 * transaction that indexes it. @param signal aborts between batches
 */
export async function indexQueued(database: Database, signal: AbortSignal): Promise<void> {
  if (!(await hasQueued(database))) return;
  while (!signal.aborted) {
    const count = await database.transaction(indexBatch);
    if (count < BATCH) return;
  }
}

/** @returns the number of queue rows that were taken */
async function indexBatch(transaction: Transaction): Promise<number> {
  if (!(await lockIndex(transaction))) return 0;
  const queued = await readQueued(transaction, BATCH);
  for (const [kind, { sources: readSources, lines: readLines }] of readers()) {
    const ids = idsOf(queued, kind);
    if (ids.length === 0) continue;
    const sources = await readSources(transaction, ids);
    const lines = await readLines(
      transaction,
      sources.map(({ id }) => id),
    );
    const linesOf = Map.groupBy(lines, ({ sourceId }) => sourceId);
    const parts = sources.flatMap((source) => splitSource(source, linesOf.get(source.id) ?? []));
    await storeDocuments(transaction, { kind, ids, parts });
  }
  await removeQueued(
    transaction,
    queued.map(({ id }) => id),
  );
  return queued.length;
}

function readers(): [SourceKind, Reader][] {
  return [
    ['call', READERS.call],
    ['conversation', READERS.conversation],
    ['lead', READERS.lead],
  ];
}

function idsOf(queued: readonly QueuedSource[], kind: SourceKind): number[] {
  const ids = queued.filter((source) => source.kind === kind).map(({ sourceId }) => sourceId);
  return [...new Set(ids)].sort((one, other) => one - other);
}

/** Replaces all documents of the sources. Unchanged ones stay, because most parts of a long conversation are. */
async function storeDocuments(
  transaction: Executor,
  { kind, ids, parts }: { kind: SourceKind; ids: readonly number[]; parts: readonly SourcePart[] },
): Promise<void> {
  const rows = parts.map(({ source, part, at, firstLine, lastLine, lines }) => ({
    user_id: source.userId,
    source_id: source.id,
    part,
    at,
    first_line: firstLine,
    last_line: lastLine,
    words: documentWords({
      ...source,
      at,
      languages: stemmedLanguages(source.languages),
      lines: [...lines.map(({ text }) => text), ...source.values.filter((value) => value !== null)],
    }),
  }));
  await transaction.query(
    `with fresh as (
       select * from json_to_recordset($3) as fresh (user_id bigint, source_id bigint, part int, at timestamptz,
         first_line bigint, last_line bigint, words tsvector)),
     stale as (
       delete from search_documents known where kind = $1 and source_id = any($2)
         and not exists (select from fresh where fresh.source_id = known.source_id and fresh.part = known.part))
     insert into search_documents as known (user_id, kind, source_id, part, at, first_line, last_line, words)
     select user_id, $1, source_id, part, at, first_line, last_line, words from fresh
     on conflict (kind, source_id, part) do update set at = excluded.at, first_line = excluded.first_line,
       last_line = excluded.last_line, words = excluded.words
     where (known.at, known.last_line, known.words) is distinct from (excluded.at, excluded.last_line, excluded.words)`,
    [kind, ids, JSON.stringify(rows)],
  );
}
