import type { CallFact } from '../session/call-context.ts';
import type { CallStage } from './call-stage.ts';
import type { SecondParty } from './second-party.ts';

type Transferred = Extract<CallFact, { type: 'transferred' }>;
export type TransferTarget = Pick<Transferred, 'kind' | 'target'>;

/** Connects the customer with somebody; resolves when either has hung up, and the call is over then. */
export async function connectParty(
  stage: CallStage,
  party: SecondParty,
  target: TransferTarget,
): Promise<void> {
  party.connect();
  stage.call.tell({ type: 'transferred', ...target, outcome: 'connected', reason: null });
  await party.ended;
  stage.end({ status: 'completed', reason: 'transferred' });
}

/** Nobody could be connected: the assistant takes the customer back, and says why in words that it remembers. */
export function takeBack(
  stage: CallStage,
  target: TransferTarget,
  { reason, isBusy = false }: { reason: string; isBusy?: boolean },
): void {
  stage.call.tell({ type: 'transferred', ...target, outcome: 'failed', reason });
  const { conversation } = stage;
  stage.setBackground(null);
  stage.setListener(null);
  conversation.unlock();
  conversation.listen();
  const { lineBusy, notReached } = conversation.phrases;
  void conversation.speech.say(isBusy ? lineBusy : notReached);
}
