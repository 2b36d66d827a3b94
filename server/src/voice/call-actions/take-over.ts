import { JitterBuffer } from '../audio/jitter-buffer.ts';
import type { CallStage } from '../session/call-stage.ts';
import { SpeechTranscriber } from '../session/speech-transcriber.ts';
import type { TakenCall } from '../supervised-call.ts';
import { awaitTranscript } from './await-transcript.ts';

const GIVEN_BACK =
  'A colleague took over this call, has spoken with the customer and now gives it back to you. Continue with what the customer wants, without a greeting.';

/** A supervisor who speaks with the customer in place of the assistant. */
export class TakeOver implements TakenCall {
  readonly #stage: CallStage;
  readonly #voice: JitterBuffer;
  readonly #customer: SpeechTranscriber;
  readonly #supervisor: SpeechTranscriber;
  readonly #left = Promise.withResolvers<'back' | 'hang-up'>();
  /** Resolves when the call is back with the assistant or has ended. */
  readonly done: Promise<void>;

  /** @param heard receives the customer's audio in frames of 20 ms */
  constructor(stage: CallStage, heard: (frame: Int16Array) => void) {
    this.#stage = stage;
    const { call, conversation, leg } = stage;
    const { sampleRateHz } = leg;
    const { assistant } = conversation;
    this.#voice = new JitterBuffer(sampleRateHz);
    this.#customer = new SpeechTranscriber({
      call,
      assistant,
      sampleRateHz,
      said: (words) => call.emit({ type: 'customer-said', ...words }),
      interim: (text) => call.emitPartial({ sender: 'human', text }),
    });
    this.#supervisor = new SpeechTranscriber({
      call,
      assistant,
      sampleRateHz,
      said: (words) => call.emit({ type: 'supervisor-said', ...words }),
      interim: (text) => call.emitPartial({ sender: 'bot', text }),
    });
    conversation.stopListening();
    call.emit({ type: 'supervisor-joined' });
    stage.setBackground(this.#voice);
    stage.setListener({
      audio: heard,
      spoken: (frame) => this.#customer.push(frame),
      digit: () => undefined,
    });
    this.done = this.#run();
  }

  push(frame: Int16Array): void {
    this.#voice.push(frame);
    this.#supervisor.push(frame);
  }

  leave(): void {
    this.#left.resolve('back');
  }

  hangUp(): void {
    this.#left.resolve('hang-up');
  }

  async #run(): Promise<void> {
    const { call } = this.#stage;
    const stopTicking = this.#stage.everyTick(() => {
      this.#customer.tick();
      this.#supervisor.tick();
    });
    const leave = (): void => this.leave();
    call.signal.addEventListener('abort', leave, { once: true });
    try {
      const how = await this.#left.promise;
      await Promise.all(
        [this.#customer, this.#supervisor].map(({ starts }) => awaitTranscript(this.#stage, starts)),
      );
      if (call.signal.aborted) return;
      call.emit({ type: 'supervisor-left' });
      if (how === 'hang-up') this.#stage.end({ status: 'completed', reason: 'A supervisor ended the call.' });
      else this.#giveBack();
    } finally {
      call.signal.removeEventListener('abort', leave);
      stopTicking();
      await Promise.all([this.#customer.close(), this.#supervisor.close()]);
    }
  }

  /** The assistant restarts with the transcript, which includes the supervisor's conversation. */
  #giveBack(): void {
    const { conversation } = this.#stage;
    this.#stage.setListener(null);
    const successor = this.#stage.handOff(conversation.assistant);
    successor.continueWith(GIVEN_BACK);
  }
}
