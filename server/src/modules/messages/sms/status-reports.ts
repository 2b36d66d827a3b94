import type { CarrierReport, DeliveryState } from '../../../providers/interfaces/messaging-carrier.ts';
import { charge, lockBalance } from '../../accounts/actions.ts';
import type { MessageDependencies } from '../dependencies.ts';
import { type Change as DeliveryChange, transition } from '../outgoing/transition.ts';
import { refundSms } from './refund-sms.ts';
import { lateChargeReference, messageOfReference } from './rules.ts';
import { findReported, moveOn, type StoredStatus } from './status-store.ts';
import { storeCarrierOptOut } from './store-carrier-opt-out.ts';

export type StatusReport = Extract<CarrierReport, { kind: 'status' }>;

/** Retries when concurrent reports change the same message. */
const MAX_TRIES = 10;

/** Applies a carrier's report. Late and repeated reports and those about unknown messages change nothing. */
export async function applyStatus(
  dependencies: MessageDependencies,
  provider: string,
  report: StatusReport,
): Promise<void> {
  const { providerMessageId } = report;
  const messageId = messageOfReference(report.reference);
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const status = await findReported(dependencies.database, { provider, messageId, providerMessageId });
    if (status === null) return;
    const { id, user_id: userId } = status;
    await storeCarrierOptOut(dependencies, provider, { code: report.error?.code ?? '', userId, id });
    const change = transition(status, stateOf(report));
    if (change === null || (await move(dependencies, status, { provider, report, change }))) return;
  }
  throw new Error('An SMS kept changing while a status report was being applied.');
}

/** Maps `read` to `delivered`, because SMS have no read receipts. */
function stateOf({ state }: StatusReport): DeliveryState {
  return state === 'read' ? 'delivered' : state;
}

async function move(
  { database, vendors, prices }: MessageDependencies,
  status: StoredStatus,
  about: { provider: string; report: StatusReport; change: DeliveryChange },
): Promise<boolean> {
  const { report, change, provider } = about;
  const { id, user_id: userId } = status;
  const meaning = report.error === null ? null : vendors.get(provider)?.explain(report.error.code);
  const outcome = {
    state: change.state,
    errorCode: report.error?.code ?? null,
    error: meaning ?? report.error?.text ?? null,
    providerMessageId: report.providerMessageId,
  };
  if (change.money === 'keep') return moveOn(database, status, outcome);
  // The charge and the state change share a transaction, which locks the account first.
  return database.transaction(async (transaction) => {
    await lockBalance(transaction, userId);
    if (!(await moveOn(transaction, status, outcome))) return false;
    if (change.money === 'give-back') {
      await refundSms(transaction, { userId, id, error: outcome.error });
      return true;
    }
    // The message was sent and had been refunded. If the balance is too low, it stays unpaid.
    await charge(transaction, {
      userId,
      kind: 'sms_message',
      amountMicros: prices.smsMessageMicros,
      reference: lateChargeReference(id),
      note: `SMS ${id} was sent after all, according to its carrier.`,
      conversationId: null,
    });
    return true;
  });
}
