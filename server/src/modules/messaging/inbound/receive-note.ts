import { storableText } from '../../../core/storable.ts';
import type { CarrierReport } from '../../../providers/spec/messaging-carrier.ts';
import {
  type ChannelDependencies,
  countsFrom,
  keepWish,
  linkIdentities,
  type ReportingSender,
  toCustomerPhone,
} from '../../channels/actions.ts';

/** Keeps what a carrier says about a customer besides their messages. */
export function receiveCustomerNote(
  { database, blacklist, clock }: ChannelDependencies,
  { userId }: ReportingSender,
  report: Extract<CarrierReport, { kind: 'wish' | 'identity' }>,
): Promise<void> {
  const phone = report.from === null ? null : (toCustomerPhone(report.from) ?? storableText(report.from));
  const { channelUserId } = report;
  return database.transaction(async (transaction) => {
    if (phone !== null && channelUserId !== null) {
      await linkIdentities(transaction, blacklist, { userId, first: phone, second: channelUserId });
    }
    const identity = phone ?? channelUserId;
    if (report.kind !== 'wish' || identity === null) return;
    const said = { userId, identity, wish: report.wish, source: 'carrier' } as const;
    await keepWish(transaction, blacklist, { ...said, at: countsFrom(report.at, clock.now()) });
  });
}

/** Keeps for 30 days what nobody can be told to have sent, and says so in the log. */
export async function keepUnattributed(
  { database, log }: ChannelDependencies,
  { id: senderId, userId, provider }: ReportingSender,
  { what, content }: Extract<CarrierReport, { kind: 'unattributed' }>,
): Promise<void> {
  const [kept] = await database.query<{ id: number }>(
    `with old as (
       delete from unattributed_reports
       where sender_id = $2 and created_at < clock_timestamp() - interval '30 days')
     insert into unattributed_reports (user_id, sender_id, what, content) values ($1, $2, $3, $4) returning id`,
    [userId, senderId, what, storableText(content)],
  );
  log.warn(
    { sender: senderId, provider, what, unattributedReport: kept?.id },
    'A carrier has sent something that no customer could be found for; it is kept in unattributed_reports.',
  );
}
