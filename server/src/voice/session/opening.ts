import type { CallAssistant } from '../call-host.ts';
import { INITIAL_DETECTION, OWN_GREETING_WITHIN_MS, PATIENT_DETECTION } from '../turns/answering-machine.ts';
import type { AnsweredCall } from '../voice-services.ts';
import { voicemailOf } from './assistant-texts.ts';
import type { CallEnd } from './call-end.ts';
import type { CallStage } from './call-stage.ts';
import { MachineGate, type MachineGateEvent } from './machine-gate.ts';

const VOICEMAIL: CallEnd = { status: 'ended_by_assistant', reason: 'voicemail' };

/**
 * Starts the conversation: with the greeting, with the customer's first turn, or on outbound calls once answer
 * detection has decided.
 */
export class Opening {
  /** Answering-machine detection of an outbound call; null for other calls. */
  readonly gate: MachineGate | null;
  readonly #stage: CallStage;
  readonly #assistant: CallAssistant;
  #isMessageOver = false;

  constructor(stage: CallStage, direction: AnsweredCall['direction']) {
    this.#stage = stage;
    this.#assistant = stage.conversation.assistant;
    this.gate = direction === 'outbound' ? this.#detect() : null;
  }

  begin(): void {
    if (this.gate === null) this.#greet();
  }

  #detect(): MachineGate {
    const { waitForCustomer } = this.#assistant.settings;
    const initial = waitForCustomer ? PATIENT_DETECTION : INITIAL_DETECTION;
    return new MachineGate(this.#stage.leg.sampleRateHz, initial, (event) => this.#receive(event));
  }

  #greet(): void {
    if (this.#assistant.settings.waitForCustomer) this.#stage.conversation.greetOnTurn();
    else this.#stage.conversation.greet();
  }

  #receive(event: MachineGateEvent): void {
    switch (event.type) {
      case 'greet':
        // A person who said hello has spoken first, so the greeting need not wait for them.
        this.#stage.conversation.answerHelloWithGreeting(OWN_GREETING_WITHIN_MS);
        if (event.wasGreeted) this.#stage.conversation.greet();
        else this.#greet();
        break;
      case 'take-back':
        this.#stage.conversation.stopListening();
        break;
      case 'verdict':
        this.#stage.call.emit({ type: 'answered-by', answeredBy: event.answeredBy });
        if (event.answeredBy === 'machine') this.#machineAnswered();
        break;
      case 'leave-message':
        void this.#leaveMessage();
        break;
      case 'message-left':
        this.#messageLeft(event.afterBeep);
    }
  }

  #machineAnswered(): void {
    const { endCallOnVoicemail, voiceMailMessage } = this.#assistant.settings;
    if (endCallOnVoicemail && voiceMailMessage === null) this.#stage.end(VOICEMAIL);
    else this.#stage.conversation.stopListening();
  }

  /** Speaks the voicemail message, again if a beep has interrupted or followed it. */
  async #leaveMessage(): Promise<void> {
    if (this.#isMessageOver) return;
    const { conversation } = this.#stage;
    const message = voicemailOf(this.#assistant);
    this.#isMessageOver = message === null;
    if (message === null) {
      conversation.greet();
      return;
    }
    const outcome = await conversation.sayLocked(message);
    if (outcome === 'cut') return;
    const { endCallOnVoicemail } = this.#assistant.settings;
    if (!endCallOnVoicemail) conversation.listen();
    if (outcome === 'played') this.gate?.messageOver();
    else if (endCallOnVoicemail) this.#stage.end(VOICEMAIL);
  }

  #messageLeft(afterBeep: boolean): void {
    this.#isMessageOver = true;
    this.#stage.call.emit({ type: 'voicemail-left', afterBeep });
    if (this.#assistant.settings.endCallOnVoicemail) this.#stage.end(VOICEMAIL);
  }
}
