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
  readNoteLines,
  readSmsFacts,
  readSmsLines,
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
  const talks = of('conversation');
  const [calls, conversations, leads, sms, utterances, messages, notes, smsTexts] = await Promise.all([
    readCallFacts(database, userId, idsOf('call')),
    readConversationFacts(database, userId, idsOf('conversation')),
    readLeadFacts(database, userId, idsOf('lead')),
    readSmsFacts(database, userId, idsOf('sms')),
    readCallLines(database, userId, idsOf('call')),
    readMessageLines(
      database,
      userId,
      talks.filter((talk) => !hasNotes(talk)),
    ),
    readNoteLines(database, userId, talks.filter(hasNotes)),
    readSmsLines(database, userId, idsOf('sms')),
  ]);
  const facts = {
    call: byId(calls),
    conversation: byId(conversations),
    lead: byId(leads),
    sms: byId(sms),
  };
  const bySource = (lines: readonly HitLine[]): Map<number, HitLine[]> =>
    Map.groupBy(lines, ({ sourceId }) => sourceId);
  const lines = {
    call: bySource(utterances),
    conversation: bySource(messages),
    lead: new Map<number, HitLine[]>(),
    sms: bySource(smsTexts),
  };
  const notesOf = bySource(notes);
  return documents.flatMap((document) => {
    const known = facts[document.kind].get(document.sourceId);
    const all = hasNotes(document) ? notesOf : lines[document.kind];
    const own = (all.get(document.sourceId) ?? []).filter(({ id }) => isOfPart(document, id));
    return known === undefined ? [] : [hit(document, known, { lines: own, words })];
  });
}

const hasNotes = ({ part }: FoundDocument): boolean => part < 0;

function byId(facts: readonly HitFacts[]): Map<number, HitFacts> {
  return new Map(facts.map((one) => [one.sourceId, one]));
}

function isOfPart({ firstLine, lastLine }: FoundDocument, lineId: number): boolean {
  return firstLine === null || lastLine === null || (lineId >= firstLine && lineId <= lastLine);
}

function hit(
  document: FoundDocument,
  { sourceId: _, answeredAt, values, ...facts }: HitFacts,
  { lines, words }: { lines: readonly HitLine[]; words: Words },
): ContentHit {
  const { kind, at } = document;
  const isMessage = kind === 'conversation' && !hasNotes(document);
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
    message_id: isMessage ? said.line.id : null,
    note_id: hasNotes(document) ? said.line.id : null,
  };
  return { kind, ...facts, at: isoTimestamp(at), line, excerpt: value?.excerpt ?? [] };
}
