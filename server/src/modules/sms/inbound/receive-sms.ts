import { storableText } from '../../../core/storable.ts';
import type { CarrierReport } from '../../../providers/spec/messaging-carrier.ts';
import { optWord } from '../../channels/actions.ts';
import { findOwnersOfNumber } from '../../phone-numbers/actions.ts';
import type { SmsDependencies } from '../wiring/dependencies.ts';
import { type IncomingSms, insertIncoming, setOptOut } from './inbound-store.ts';

type MessageReport = Extract<CarrierReport, { kind: 'message' }>;

/** Keeps what a customer has written to a number that the account has of this provider. */
export async function receiveReported(
  { database }: SmsDependencies,
  provider: string,
  report: MessageReport,
): Promise<void> {
  if (report.channel !== 'sms') return;
  const owners = await findOwnersOfNumber(database, { provider, phoneNumber: report.to });
  for (const { id: phoneNumberId, user_id: userId } of owners) {
    await receiveSms(
      { database },
      {
        ...{ userId, phoneNumberId, provider, providerMessageId: report.providerMessageId },
        ...{ from: report.from, to: report.to, body: storableText(report.text) },
      },
    );
  }
}

/** STOP closes the customer off from the number, START lifts it. Null: it was received before. */
export function receiveSms(
  { database }: Pick<SmsDependencies, 'database'>,
  sms: IncomingSms,
): Promise<number | null> {
  return database.transaction(async (transaction) => {
    const id = await insertIncoming(transaction, sms);
    const word = optWord(sms.body);
    if (id !== null && word !== null) {
      const { userId, to: number, from: customerPhone } = sms;
      await setOptOut(transaction, { userId, number, customerPhone, isOut: word === 'stop' });
    }
    return id;
  });
}
