import type { ContentHit } from '#contract/content-search.ts';
import type { Language } from '../../../core/stop-words.ts';
import { isoTimestamp } from '../../../core/zoned-time.ts';
import type { Executor } from '../../../db/client.ts';
import type { SearchTerm } from '../words/search-terms.ts';
import type { FoundDocument } from './document-store.ts';
import { bestExcerpt } from './excerpt.ts';
import {
  type HitFacts,
  type HitLine,
  readCallFacts,
  readCallLines,
  readConversationFacts,
  readLeadFacts,
  readMessageLines,
} from './hit-store.ts';

interface Words {
  terms: readonly SearchTerm[];
  languages: readonly Language[];
}

/** The found documents with names and excerpts. Leaves out what was deleted meanwhile. */
export async function presentHits(
  database: Executor,
  { userId, documents, words }: { userId: number; documents: readonly FoundDocument[]; words: Words },
): Promise<ContentHit[]> {
  const of = (kind: FoundDocument['kind']): FoundDocument[] => documents.filter((one) => one.kind === kind);
  const idsOf = (kind: FoundDocument['kind']): number[] => of(kind).map(({ sourceId }) => sourceId);
  const [calls, conversations, leads, utterances, messages] = await Promise.all([
    readCallFacts(database, userId, idsOf('call')),
    readConversationFacts(database, userId, idsOf('conversation')),
    readLeadFacts(database, userId, idsOf('lead')),
    readCallLines(database, userId, idsOf('call')),
    readMessageLines(database, userId, of('conversation')),
  ]);
  const facts = { call: byId(calls), conversation: byId(conversations), lead: byId(leads) };
  const lines = {
    call: Map.groupBy(utterances, ({ sourceId }) => sourceId),
    conversation: Map.groupBy(messages, ({ sourceId }) => sourceId),
    lead: new Map<number, HitLine[]>(),
  };
  return documents.flatMap((document) => {
    const known = facts[document.kind].get(document.sourceId);
    const own = (lines[document.kind].get(document.sourceId) ?? []).filter(({ id }) =>
      isOfPart(document, id),
    );
    return known === undefined ? [] : [hit(document, known, { lines: own, words })];
  });
}

function byId(facts: readonly HitFacts[]): Map<number, HitFacts> {
  return new Map(facts.map((one) => [one.sourceId, one]));
}

function isOfPart({ firstLine, lastLine }: FoundDocument, lineId: number): boolean {
  return firstLine === null || lastLine === null || (lineId >= firstLine && lineId <= lastLine);
}

function hit(
  { kind, at }: FoundDocument,
  { sourceId: _, answeredAt, values, ...facts }: HitFacts,
  { lines, words }: { lines: readonly HitLine[]; words: Words },
): ContentHit {
  const said = bestExcerpt(lines, words);
  const value =
    said ??
    bestExcerpt(
      values.map((text) => ({ text })),
      words,
    );
  const line = said && {
    author: said.line.author,
    at: isoTimestamp(said.line.at),
    offset_ms: answeredAt === null ? null : Math.max(0, said.line.at.getTime() - answeredAt.getTime()),
    message_id: kind === 'conversation' ? said.line.id : null,
  };
  return { kind, ...facts, at: isoTimestamp(at), line, excerpt: value?.excerpt ?? [] };
}
