import { storableText } from '../../../core/storable.ts';
import type { CarrierReport } from '../../../providers/interfaces/messaging-carrier.ts';
import { findOwnersOfNumber } from '../../phone-numbers/actions.ts';
import { smsOptWord } from '../customers/opt-out-words.ts';
import { storeOptOut } from '../customers/opt-outs.ts';
import type { MessageDependencies } from '../dependencies.ts';
import { type IncomingSms, insertIncoming } from './store.ts';

type MessageReport = Extract<CarrierReport, { kind: 'message' }>;

/** Stores an incoming SMS to a number of this provider. */
export async function receiveReported(
  dependencies: MessageDependencies,
  provider: string,
  report: MessageReport,
): Promise<void> {
  const { database, log } = dependencies;
  const { channel, from, to, providerMessageId, carrierWord } = report;
  const isSms = channel === 'sms' && from !== null;
  const owners = isSms ? await findOwnersOfNumber(database, { provider, phoneNumber: to }) : [];
  if (owners.length === 0 || from === null) {
    log.warn(
      { provider, channel, to, providerMessageId },
      'A message arrived for a number that belongs to no account.',
    );
    return;
  }
  for (const { id: phoneNumberId, user_id: userId } of owners) {
    const body = storableText(report.text);
    const named = { userId, phoneNumberId, provider, providerMessageId, carrierWord };
    await receiveSms(dependencies, { ...named, from: storableText(from), to, body });
  }
}

/**
 * Stores an SMS. STOP opts the customer out of all messages of the account, START opts them in.
 * @returns null if the SMS was received before
 */
export function receiveSms(
  { database, blacklist, clock }: Pick<MessageDependencies, 'database' | 'blacklist' | 'clock'>,
  sms: IncomingSms,
): Promise<number | null> {
  return database.transaction(async (transaction) => {
    const id = await insertIncoming(transaction, sms);
    const typed = smsOptWord(sms.body);
    const wish = sms.carrierWord ?? typed?.wish ?? null;
    if (id !== null && wish !== null) {
      const said = { userId: sms.userId, identity: sms.from, wish, source: 'customer' } as const;
      const mayBeAnswer = sms.carrierWord === null && typed?.mayBeAnswer === true;
      await storeOptOut(transaction, blacklist, { ...said, mayBeAnswer, at: clock.now() });
    }
    return id;
  });
}
