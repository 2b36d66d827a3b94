import type { CallAudio } from '../session/call-audio.ts';
import type { CallStage } from '../session/call-stage.ts';
import type { SupervisedCall } from '../supervised-call.ts';
import { TakeOver } from './take-over.ts';

/** Supervisor controls of the call of a stage. */
export function superviseCall(stage: CallStage, audio: CallAudio): SupervisedCall {
  let isEnding = false;
  const isFree = (): boolean => stage.isWithAssistant && !isEnding;
  // Refused during answer detection, whose result decides the assistant's next step.
  const mayTakeOver = (): boolean => isFree() && stage.isOpen && !stage.conversation.isLeaving;
  return {
    sampleRateHz: stage.leg.sampleRateHz,
    listen: (listener) => audio.listen(listener),
    say: (text, { interrupts }) => isFree() && stage.conversation.dictate(text, interrupts),
    whisper: (text) => {
      if (!isFree()) return false;
      stage.conversation.note(text);
      stage.call.emit({ type: 'supervisor-note', text });
      return true;
    },
    transfer: (order) => isFree() && stage.conversation.transfer(order),
    get canBeTakenOver() {
      return mayTakeOver();
    },
    takeOver: (heard) => {
      if (!mayTakeOver()) return null;
      const taken = new TakeOver(stage, heard);
      stage.act(taken.done);
      return taken;
    },
    hangUp: (message) => {
      isEnding = true;
      void hangUpAfter(stage, message);
    },
  };
}

async function hangUpAfter(stage: CallStage, message: string): Promise<void> {
  if (stage.isWithAssistant) await stage.conversation.sayLocked(message);
  stage.end({ status: 'completed', reason: 'The account ended the call.' });
}
