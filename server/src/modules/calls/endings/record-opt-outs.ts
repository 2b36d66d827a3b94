import { toE164 } from '#contract/phone-numbers.ts';
import type { Executor } from '../../../db/client.ts';
import { type BlacklistDependencies, blacklistNumber } from '../../blacklist/actions.ts';
import { asksNotToBeCalled } from '../../blacklist/refusals/asks-not-to-be-called.ts';

const REASON = 'During a call, the callee asked not to be called again.';

/** Blacklists the numbers of callees who asked not to be called again. Machines are ignored. */
export async function recordOptOuts(
  blacklist: Pick<BlacklistDependencies, 'onEntered'>,
  transaction: Executor,
  callIds: readonly number[],
): Promise<void> {
  if (callIds.length === 0) return;
  const calls = await transaction.query<{ callId: number; userId: number; phone: string; said: string[] }>(
    `select id as "callId", user_id as "userId", client_phone_number as phone, array(
       select content from call_transcript where call_id = calls.id and sender = 'human' order by id) as said
     from calls
     where id = any($1) and client_phone_number is not null and answered_by is distinct from 'machine'
     order by id`,
    [callIds],
  );
  // Opt-outs are rare, so they are inserted one by one.
  for (const { callId, userId, phone, said } of calls) {
    const phoneNumber = toE164(phone);
    if (phoneNumber === null || !asksNotToBeCalled(said)) continue;
    await blacklistNumber(blacklist, transaction, {
      userId,
      phoneNumber,
      callId,
      source: 'call',
      reason: REASON,
    });
  }
}
