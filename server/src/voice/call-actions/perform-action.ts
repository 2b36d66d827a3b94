import { AppError } from '../../core/errors.ts';
import type { CallAction } from '../session/call-control.ts';
import type { CallStage } from '../session/call-stage.ts';
import { transferToAssistant } from './assistant-transfer.ts';
import { transferCall } from './call-transfer.ts';
import { returnToAssistant, type TransferTarget } from './connect-party.ts';
import { endCall } from './end-call.ts';
import { warmTransfer } from './warm-transfer.ts';

type Transfer = Exclude<CallAction, { type: 'end-call' }>;

/** Runs a scheduled action. Resolves when the conversation continues or the call has ended. */
export async function performAction(stage: CallStage, action: CallAction, spoke: boolean): Promise<void> {
  if (action.type === 'end-call') return endCall(stage, spoke);
  try {
    await transfer(stage, action);
  } catch (error) {
    if (stage.call.signal.aborted) return;
    stage.call.services.log.error({ error }, 'A transfer failed.');
    // Only `AppError` messages are written for account users.
    returnToAssistant(stage, targetOf(action), {
      reason: error instanceof AppError ? error.message : 'internal error',
    });
  }
}

function transfer(stage: CallStage, action: Transfer): Promise<void> {
  switch (action.type) {
    case 'transfer':
      return transferCall(stage, action.tool, action.target);
    case 'warm-transfer':
      return warmTransfer(stage, action.tool);
    case 'assistant-transfer':
      return transferToAssistant(stage, action.tool);
  }
}

function targetOf(action: Transfer): TransferTarget {
  switch (action.type) {
    case 'transfer':
      return { kind: 'blind', target: action.target };
    case 'warm-transfer':
      return { kind: 'warm', target: action.tool.supervisor_phone };
    case 'assistant-transfer':
      return { kind: 'assistant', target: String(action.tool.assistant_id) };
  }
}
