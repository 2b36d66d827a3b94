import type { AnsweredBy } from '../call-event.ts';
import type { CallAssistant } from '../call-host.ts';
import type { SampleRateHz } from '../legs/media-leg.ts';
import type { AnsweredCall } from '../voice-services.ts';
import { voicemailOf } from './assistant-texts.ts';
import type { CallEnd } from './call-end.ts';
import type { Conversation } from './conversation.ts';
import { MachineGate } from './machine-gate.ts';

export interface OpeningParts {
  direction: AnsweredCall['direction'];
  assistant: CallAssistant;
  sampleRateHz: SampleRateHz;
  conversation(): Conversation;
  answeredBy(answeredBy: AnsweredBy): void;
  end(end: CallEnd): void;
}

const VOICEMAIL: CallEnd = { status: 'ended_by_assistant', reason: 'voicemail' };

/**
 * Begins the conversation: with the greeting, with the customer's first words, or, on outbound calls, when it is known who
 * answered. @returns the gate that listens to that; null: nobody does
 */
export function openConversation(parts: OpeningParts): MachineGate | null {
  const { waitForCustomer } = parts.assistant.settings;
  const begin = (): void => {
    if (waitForCustomer) parts.conversation().greetOnTurn();
    else parts.conversation().greet();
  };
  if (parts.direction !== 'outbound') {
    begin();
    return null;
  }
  const message: Message = { state: 'none' };
  return new MachineGate(parts.sampleRateHz, {
    // Somebody who has said hello has spoken first.
    greet: (wasGreeted) => (wasGreeted ? parts.conversation().greet() : begin()),
    verdict: (answeredBy) => {
      parts.answeredBy(answeredBy);
      if (answeredBy === 'machine') machineAnswered(parts);
    },
    leaveMessage: () => void leaveMessage(parts, message),
  });
}

function machineAnswered({ assistant, conversation, end }: OpeningParts): void {
  const { endCallOnVoicemail, voiceMailMessage } = assistant.settings;
  if (endCallOnVoicemail && voiceMailMessage === null) end(VOICEMAIL);
  else conversation().stopListening();
}

/** What the machine hears from us. */
interface Message {
  state: 'none' | 'sounding' | 'over';
}

/** The second time it is begun anew, for a beep that came into it. */
async function leaveMessage(
  { assistant, conversation, end }: OpeningParts,
  progress: Message,
): Promise<void> {
  if (progress.state === 'over') return;
  const message = voicemailOf(assistant);
  progress.state = message === null ? 'over' : 'sounding';
  if (message === null) {
    conversation().greet();
    return;
  }
  if ((await conversation().sayLocked(message)) === 'cut') return;
  progress.state = 'over';
  if (assistant.settings.endCallOnVoicemail) end(VOICEMAIL);
  else conversation().listen();
}
