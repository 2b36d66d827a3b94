import { toE164 } from '#contract/phone-numbers.ts';
import type { Executor } from '../../../db/client.ts';
import { asksNotToBeCalled, type BlacklistDependencies, blacklistNumber } from '../../blacklist/actions.ts';

const REASON = 'They said in a call that they do not want to be called.';

/** Enters the number of a call in which somebody said that they do not want to be called: a person, no machine. */
export async function hearRefusal(
  blacklist: Pick<BlacklistDependencies, 'onEntered'>,
  transaction: Executor,
  { userId, callId }: { userId: number; callId: number },
): Promise<void> {
  const [call] = await transaction.query<{ phone: string; said: string[] }>(
    `select client_phone_number as phone, array(
       select content from call_transcript where call_id = calls.id and sender = 'human' order by id) as said
     from calls where id = $1 and client_phone_number is not null and answered_by is distinct from 'machine'`,
    [callId],
  );
  const phoneNumber = call === undefined ? null : toE164(call.phone);
  if (call === undefined || phoneNumber === null || !asksNotToBeCalled(call.said)) return;
  await blacklistNumber(blacklist, transaction, {
    ...{ userId, phoneNumber, callId, source: 'call', reason: REASON },
  });
}
