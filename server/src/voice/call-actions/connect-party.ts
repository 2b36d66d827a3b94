import type { UntimedEvent } from '../call-event.ts';
import type { CallStage } from '../session/call-stage.ts';
import type { SecondParty } from './second-party.ts';

type Transferred = Extract<UntimedEvent, { type: 'transferred' }>;
export type TransferTarget = Pick<Transferred, 'kind' | 'target'>;

/** Bridges the customer with the party. Resolves when either hangs up; the call then ends. */
export async function connectParty(
  stage: CallStage,
  party: SecondParty,
  target: TransferTarget,
): Promise<void> {
  party.connect();
  stage.call.emit({ type: 'transferred', ...target, outcome: 'connected', reason: null });
  await party.ended;
  stage.end({ status: 'completed', reason: 'transferred' });
}

/** Returns the customer to the assistant after a failed transfer, and has the assistant say that it failed. */
export function returnToAssistant(
  stage: CallStage,
  target: TransferTarget,
  { reason, isBusy = false }: { reason: string; isBusy?: boolean },
): void {
  stage.call.emit({ type: 'transferred', ...target, outcome: 'failed', reason });
  const { conversation } = stage;
  stage.setBackground(null);
  stage.setListener(null);
  conversation.unlock();
  conversation.listen();
  const { lineBusy, notReached } = conversation.phrases;
  void conversation.speech.say(isBusy ? lineBusy : notReached);
}
