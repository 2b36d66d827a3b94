import type { CallAction } from './call-control.ts';
import type { CallStage } from './call-stage.ts';
import { endCall } from './end-call.ts';

/** Does what the assistant has ordered; resolves when the conversation goes on or the call is over. */
export async function performAction(stage: CallStage, action: CallAction, spoke: boolean): Promise<void> {
  switch (action.type) {
    case 'end-call':
      return endCall(stage, spoke);
    default:
      return;
  }
}
