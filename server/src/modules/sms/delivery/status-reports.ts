import type { CarrierReport, DeliveryState } from '../../../providers/interfaces/messaging-carrier.ts';
import { charge, lockBalance } from '../../accounts/actions.ts';
import { type DeliveryChange, transition } from '../../channels/actions.ts';
import { lateChargeReference, messageOfReference } from '../rules.ts';
import type { SmsDependencies } from '../wiring/dependencies.ts';
import { hearStop } from './hear-stop.ts';
import { refundSms } from './refund-sms.ts';
import { findReported, moveOn, type SmsStanding } from './status-store.ts';

export type StatusReport = Extract<CarrierReport, { kind: 'status' }>;

/** Reports that change the same message at once meet again at the next try. */
const MAX_TRIES = 10;

/** Applies what a carrier says about a message; late and repeated reports, and those of other messages, change nothing. */
export async function applyStatus(
  dependencies: SmsDependencies,
  provider: string,
  report: StatusReport,
): Promise<void> {
  const { providerMessageId } = report;
  const messageId = messageOfReference(report.reference);
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const standing = await findReported(dependencies.database, { provider, messageId, providerMessageId });
    if (standing === null) return;
    const { id, user_id: userId } = standing;
    await hearStop(dependencies, provider, { code: report.error?.code ?? '', userId, id });
    const change = transition(standing, stateOf(report));
    if (change === null || (await move(dependencies, standing, { provider, report, change }))) return;
  }
  throw new Error('An SMS kept changing while a report on it was applied.');
}

/** SMS are not read: whoever has read it has got it. */
function stateOf({ state }: StatusReport): DeliveryState {
  return state === 'read' ? 'delivered' : state;
}

async function move(
  { database, carriers, prices }: SmsDependencies,
  standing: SmsStanding,
  about: { provider: string; report: StatusReport; change: DeliveryChange },
): Promise<boolean> {
  const { report, change, provider } = about;
  const { id, user_id: userId } = standing;
  const meaning = report.error === null ? null : carriers.get(provider)?.vendor.explain(report.error.code);
  const outcome = {
    state: change.state,
    errorCode: report.error?.code ?? null,
    error: meaning ?? report.error?.text ?? null,
    providerMessageId: report.providerMessageId,
  };
  if (change.money === 'keep') return moveOn(database, standing, outcome);
  // With its money in one transaction, which locks the account first.
  return database.transaction(async (transaction) => {
    await lockBalance(transaction, userId);
    if (!(await moveOn(transaction, standing, outcome))) return false;
    if (change.money === 'give-back') {
      await refundSms(transaction, { userId, id, error: outcome.error });
      return true;
    }
    // A balance that does not cover it leaves the message unpaid: it is sent, and was given back by us.
    await charge(transaction, {
      ...{ userId, kind: 'sms_message', amountMicros: prices.smsMessageMicros },
      reference: lateChargeReference(id),
      note: `SMS ${id} was sent after all, as its carrier reports.`,
      conversationId: null,
    });
    return true;
  });
}
