import type { SupervisedCall } from '../supervised-call.ts';
import type { CallAudio } from './call-audio.ts';
import type { CallStage } from './call-stage.ts';

/** The call of a stage, for supervisors. */
export function superviseCall(stage: CallStage, audio: CallAudio): SupervisedCall {
  return {
    sampleRateHz: stage.leg.sampleRateHz,
    listen: (listener) => audio.listen(listener),
    say: (text, { interrupts }) => stage.isWithAssistant && stage.conversation.dictate(text, interrupts),
    whisper: (text) => {
      if (!stage.isWithAssistant) return false;
      stage.conversation.note(text);
      stage.call.emit({ type: 'supervisor-note', text });
      return true;
    },
    transfer: (order) => stage.isWithAssistant && stage.conversation.transfer(order),
    hangUp: (message) => void hangUpAfter(stage, message),
  };
}

async function hangUpAfter(stage: CallStage, message: string): Promise<void> {
  if (stage.isWithAssistant) await stage.conversation.sayLocked(message);
  stage.end({ status: 'completed', reason: 'The account ended the call.' });
}
