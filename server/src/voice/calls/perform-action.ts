import { transferToAssistant } from './assistant-transfer.ts';
import type { CallAction } from './call-control.ts';
import type { CallStage } from './call-stage.ts';
import { transferCall } from './call-transfer.ts';
import { endCall } from './end-call.ts';
import { warmTransfer } from './warm-transfer.ts';

/** Does what the assistant has ordered; resolves when the conversation goes on or the call is over. */
export async function performAction(stage: CallStage, action: CallAction, spoke: boolean): Promise<void> {
  switch (action.type) {
    case 'end-call':
      return endCall(stage, spoke);
    case 'transfer':
      return transferCall(stage, action.tool, action.target);
    case 'warm-transfer':
      return warmTransfer(stage, action.tool);
    case 'assistant-transfer':
      return transferToAssistant(stage, action.tool);
  }
}
