import type { CallAudio } from '../session/call-audio.ts';
import type { CallStage } from '../session/call-stage.ts';
import type { SupervisedCall } from '../supervised-call.ts';
import { TakeOver } from './take-over.ts';

/** Supervisor controls of the call of a stage. */
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
    get canBeTakenOver() {
      return mayTakeOver(stage);
    },
    takeOver: (heard) => {
      if (!mayTakeOver(stage)) return null;
      const taken = new TakeOver(stage, heard);
      stage.act(taken.done);
      return taken;
    },
    hangUp: (message) => void hangUpAfter(stage, message),
  };
}

/** Refused during answer detection, whose result decides the assistant's next step. */
function mayTakeOver({ isWithAssistant, isOpen, conversation }: CallStage): boolean {
  return isWithAssistant && isOpen && !conversation.isLeaving;
}

async function hangUpAfter(stage: CallStage, message: string): Promise<void> {
  if (stage.isWithAssistant) await stage.conversation.sayLocked(message);
  stage.end({ status: 'completed', reason: 'The account ended the call.' });
}
