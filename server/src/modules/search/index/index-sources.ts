import type { Log } from '../../../core/log.ts';
import type { Database, Executor, Transaction } from '../../../db/client.ts';
import { isTemporaryFailure } from '../../../db/errors.ts';
import { documentWords } from '../words/document-words.ts';
import { stemmedLanguages } from '../words/languages.ts';
import {
  hasQueued,
  lockIndex,
  markFailed,
  type QueuedSource,
  queueBacklog,
  readQueued,
  removeQueued,
  type SourceKind,
} from './queue-store.ts';
import {
  readCalls,
  readConversations,
  readLeads,
  readMessages,
  readNotes,
  readSms,
  readSmsTexts,
  readUtterances,
  type Source,
  type SourceLine,
} from './source-store.ts';
import { type SourcePart, splitNotes, splitSource } from './split-source.ts';

/** Per transaction, so that calls are not delayed: analyzing a call takes about a millisecond. */
const BATCH = 20;
/** Sources of the backlog that new ones wait for. */
const BACKLOG_BATCH = 200;

interface Reader {
  sources(transaction: Executor, ids: readonly number[]): Promise<Source[]>;
  lines(transaction: Executor, ids: readonly number[]): Promise<SourceLine[]>;
  notes(transaction: Executor, ids: readonly number[]): Promise<SourceLine[]>;
}

const NONE = () => Promise.resolve([]);

/** Where the texts of each kind are. */
const READERS: Readonly<Record<SourceKind, Reader>> = {
  call: { sources: readCalls, lines: readUtterances, notes: NONE },
  conversation: { sources: readConversations, lines: readMessages, notes: readNotes },
  lead: { sources: readLeads, lines: NONE, notes: NONE },
  sms: { sources: readSms, lines: readSmsTexts, notes: NONE },
};

const KINDS: readonly SourceKind[] = ['call', 'conversation', 'lead', 'sms'];

interface Deps {
  database: Database;
  log: Log;
}

/**
 * Indexes all queued sources, and then those of earlier versions, newest first. May be interrupted at any time: a source
 * leaves the queue with the transaction that indexes it. @param signal aborts between batches
 */
export async function indexQueued(deps: Deps, signal: AbortSignal): Promise<void> {
  if (!(await hasQueued(deps.database))) return;
  let isLeft = true;
  while (isLeft && !signal.aborted) {
    try {
      isLeft = await deps.database.transaction(indexBatch);
    } catch (error) {
      if (isTemporaryFailure(error)) throw error;
      await indexSingly(deps, signal);
    }
  }
}

/** False if nothing was queued, or another process indexes. */
async function indexBatch(transaction: Transaction): Promise<boolean> {
  if (!(await lockIndex(transaction))) return false;
  const queued = await readQueued(transaction, BATCH);
  if (queued.length === 0) return queueBacklog(transaction, BACKLOG_BATCH);
  await indexSources(transaction, queued);
  return true;
}

/** Indexes each source of a failed batch on its own, and marks those that fail again, so that the others are found. */
async function indexSingly({ database, log }: Deps, signal: AbortSignal): Promise<void> {
  const failed: QueuedSource[] = [];
  let reason: unknown;
  for (let count = 0; count < BATCH && !signal.aborted; count += 1) {
    let source: QueuedSource | undefined;
    try {
      await database.transaction(async (transaction) => {
        if (!(await lockIndex(transaction))) return;
        [source] = await readQueued(transaction, 1);
        if (source !== undefined) await indexSources(transaction, [source]);
      });
      if (source === undefined) break;
    } catch (error) {
      if (isTemporaryFailure(error) || source === undefined) throw error;
      await markFailed(database, source, String(error));
      failed.push(source);
      reason = error;
    }
  }
  if (failed.length > 0) {
    log.warn(
      { sources: failed.map(({ kind, sourceId }) => `${kind} ${sourceId}`), error: reason },
      'Search cannot index these sources. They are left out until they change.',
    );
  }
}

async function indexSources(transaction: Transaction, queued: readonly QueuedSource[]): Promise<void> {
  for (const kind of KINDS) {
    const ids = idsOf(queued, kind);
    if (ids.length === 0) continue;
    const reader = READERS[kind];
    const sources = await reader.sources(transaction, ids);
    const known = sources.map(({ id }) => id);
    const lines = Map.groupBy(await reader.lines(transaction, known), ({ sourceId }) => sourceId);
    const notes = Map.groupBy(await reader.notes(transaction, known), ({ sourceId }) => sourceId);
    const parts = sources.flatMap((source) => [
      ...splitSource(source, lines.get(source.id) ?? []),
      ...splitNotes(source, notes.get(source.id) ?? []),
    ]);
    await storeDocuments(transaction, { kind, ids, parts });
  }
  await removeQueued(transaction, queued);
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
