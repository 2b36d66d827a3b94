import type { Engine, EngineEvent } from '../../../server/src/voice/engines/engine.ts';

/** The assistant's speech, mono PCM at 8 kHz. */
export interface AssistantSounds {
  greeting: Int16Array;
  answer: Int16Array;
}

/**
 * An engine with a prepared answer and prepared transcripts. Speech without a transcript gets no answer, as in the
 * product's engines.
 */
export class KnowingEngine implements Engine {
  readonly hasTurnDetection = false;
  readonly #listener: (event: EngineEvent) => void;
  readonly #sounds: AssistantSounds;
  #hasWords = false;

  constructor(listener: (event: EngineEvent) => void, sounds: AssistantSounds) {
    this.#listener = listener;
    this.#sounds = sounds;
  }

  /** Transcript of the customer's speech. */
  understood(text: string, isFinal: boolean): void {
    this.#hasWords = true;
    if (isFinal) this.#listener({ type: 'customer-text', text, language: 'en' });
    else this.#listener({ type: 'customer-interim', text });
  }

  pushAudio(): void {}
  speechStarted(): void {}
  speechStopped(): void {}
  read(): void {}
  note(): void {}
  interrupt(): void {}
  played(): void {}
  async drain(): Promise<void> {}
  async close(): Promise<void> {}

  answer(replyId: string): void {
    this.#reply(replyId, this.#hasWords ? this.#sounds.answer : new Int16Array(0));
    this.#hasWords = false;
  }

  say(replyId: string): void {
    this.#reply(replyId, this.#sounds.greeting);
  }

  prompt(replyId: string): void {
    this.#reply(replyId, this.#sounds.answer);
  }

  #reply(replyId: string, samples: Int16Array): void {
    if (samples.length > 0) this.#listener({ type: 'reply-audio', replyId, samples });
    const text = samples.length > 0 ? 'An answer.' : '';
    this.#listener({ type: 'reply-ended', replyId, text, functionCalls: [] });
  }
}
