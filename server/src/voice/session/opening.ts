import type { AnsweredBy } from '../call-event.ts';
import type { CallAssistant } from '../call-host.ts';
import type { SampleRateHz } from '../legs/media-leg.ts';
import type { AnsweredCall } from '../voice-services.ts';
import { voicemailOf } from './assistant-texts.ts';
import type { CallEnd } from './call-end.ts';
import type { Conversation } from './conversation.ts';
import { MachineGate } from './machine-gate.ts';

export interface OpeningDeps {
  direction: AnsweredCall['direction'];
  assistant: CallAssistant;
  sampleRateHz: SampleRateHz;
  conversation(): Conversation;
  answeredBy(answeredBy: AnsweredBy): void;
  end(end: CallEnd): void;
}

const VOICEMAIL: CallEnd = { status: 'ended_by_assistant', reason: 'voicemail' };

export interface Opening {
  /** Answering-machine detection of an outbound call; null for other calls. */
  gate: MachineGate | null;
  begin(): void;
}

/**
 * Starts the conversation: with the greeting, with the customer's first turn, or on outbound calls once answer
 * detection has decided.
 */
export function openConversation(deps: OpeningDeps): Opening {
  const { waitForCustomer } = deps.assistant.settings;
  const begin = (): void => {
    if (waitForCustomer) deps.conversation().greetOnTurn();
    else deps.conversation().greet();
  };
  if (deps.direction !== 'outbound') return { gate: null, begin };
  const message: Message = { state: 'none' };
  const gate = new MachineGate(deps.sampleRateHz, {
    // A person who said hello has spoken first, so the greeting need not wait for them.
    greet: (wasGreeted) => (wasGreeted ? deps.conversation().greet() : begin()),
    verdict: (answeredBy) => {
      deps.answeredBy(answeredBy);
      if (answeredBy === 'machine') machineAnswered(deps);
    },
    leaveMessage: () => void leaveMessage(deps, message),
  });
  return { gate, begin: () => undefined };
}

function machineAnswered({ assistant, conversation, end }: OpeningDeps): void {
  const { endCallOnVoicemail, voiceMailMessage } = assistant.settings;
  if (endCallOnVoicemail && voiceMailMessage === null) end(VOICEMAIL);
  else conversation().stopListening();
}

/** Progress of the voicemail message. */
interface Message {
  state: 'none' | 'sounding' | 'over';
}

/** Speaks the voicemail message. Called again to restart it if a beep interrupted it. */
async function leaveMessage({ assistant, conversation, end }: OpeningDeps, progress: Message): Promise<void> {
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
