import type { UnattributedReport } from '#contract/messaging.ts';
import type { Context } from '../../../core/context.ts';
import { storableText } from '../../../core/storable.ts';
import type { Executor } from '../../../db/client.ts';
import { jsonObject } from '../../../db/json-object.ts';
import { type PageRequest, pageEnvelope } from '../../../http/pagination.ts';
import type { RequestFacts } from '../../../http/route.ts';
import type { CarrierReport } from '../../../providers/interfaces/messaging-carrier.ts';
import type { MessageDependencies } from '../dependencies.ts';
import { requireSender } from './require-sender.ts';

const REPORT = jsonObject<UnattributedReport>({
  id: 'id',
  what: 'what',
  content: 'content',
  created_at: 'iso_timestamp(created_at)',
});

/** The most for each sender: strangers can cause reports. */
const MAX_REPORTS = 1000;
const MAX_CHARACTERS = 65_536;

/**
 * Stores a report that matches no customer, message or known kind, for 30 days, and logs it.
 * @param source `id` and `userId` are null if the report names no number of an account
 */
export async function keepUnattributed(
  { database, log }: Pick<MessageDependencies, 'database' | 'log'>,
  { id: senderId, userId, provider }: { id: number | null; userId: number | null; provider: string },
  { what, content }: Pick<Extract<CarrierReport, { kind: 'unattributed' }>, 'what' | 'content'>,
): Promise<void> {
  const [kept] = await database.query<{ id: number }>(
    `insert into unattributed_reports (user_id, sender_id, what, content)
     select $1, $2, $3, $4 where (
       select count(*) from (
         select from unattributed_reports where sender_id is not distinct from $2 limit $5) as known) < $5
     returning id`,
    [userId, senderId, what, storableText(content).slice(0, MAX_CHARACTERS), MAX_REPORTS],
  );
  if (kept === undefined) return;
  log.warn(
    { sender: senderId, provider, what, unattributedReport: kept.id },
    'A carrier sent a report that matches nothing; it is kept in unattributed_reports.',
  );
}

/** One page of a sender's unattributed reports as JSON text, newest first. Throws `not-found`. */
export async function listUnattributed(
  { database }: MessageDependencies,
  { userId }: Context,
  { senderId, page, facts }: { senderId: number; page: PageRequest; facts: RequestFacts },
): Promise<string> {
  await requireSender(database, userId, senderId);
  return pageEnvelope(facts, page, await readPage(database, { userId, senderId }, page));
}

async function readPage(
  database: Executor,
  { userId, senderId }: { userId: number; senderId: number },
  { page, perPage }: PageRequest,
): Promise<{ items: string; count: number; total: number }> {
  const [row] = await database.query<{ items: string; count: number; total: number }>(
    `with matching as (select id from unattributed_reports where user_id = $1 and sender_id = $2),
     page as (select id from matching order by id desc limit $3 offset $4)
     select coalesce((select string_agg(${REPORT}::text, ',' order by id desc) from unattributed_reports
         where id in (select id from page)), '') as items,
       (select count(*)::int from page) as count, (select count(*)::int from matching) as total`,
    [userId, senderId, perPage, (page - 1) * perPage],
  );
  return row ?? { items: '', count: 0, total: 0 };
}

/** Deletes unattributed reports after 30 days. */
export async function removeOldUnattributed(database: Executor): Promise<void> {
  await database.query(
    `delete from unattributed_reports where created_at < clock_timestamp() - interval '30 days'`,
  );
}
