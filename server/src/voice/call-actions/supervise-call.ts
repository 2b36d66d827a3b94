import type { CallAudio } from '../session/call-audio.ts';
import type { CallStage } from '../session/call-stage.ts';
import type { Conversation } from '../session/conversation.ts';
import type { SupervisedCall, TransferOrder } from '../supervised-call.ts';
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
      stage.conversation.orders.instruct(text);
      stage.call.emit({ type: 'supervisor-note', text });
      return true;
    },
    transfer: (order) => isFree() && transferAfterReply(stage.conversation, order),
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

/** Transfers the customer after the current reply and a message. @returns false if another action is scheduled */
function transferAfterReply(
  conversation: Conversation,
  { target, message, isWarm, briefing }: TransferOrder,
): boolean {
  const tool = {
    type: 'call_transfer' as const,
    phone_number: target,
    warm_transfer: isWarm,
    warm_transfer_message: briefing,
  };
  if (!conversation.afterReply({ type: 'transfer', tool, target })) return false;
  if (message !== null) void conversation.speech.say(message);
  return true;
}
