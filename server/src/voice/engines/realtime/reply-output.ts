import type { Heard, SpokenWord } from '../engine.ts';
import type { HeardItem } from './heard-items.ts';

export interface OutputListener {
  audio(samples: Int16Array): void;
  words(words: readonly SpokenWord[]): void;
}

/** Turns the items of one reply into audio: spoken by the model, or by TTS. */
export interface ReplyOutput {
  itemStarted(itemId: string): void;
  /** At the output rate of the model; ignored when TTS speaks. */
  audio(itemId: string, samples: Int16Array): void;
  text(itemId: string, delta: string): void;
  itemEnded(itemId: string): void;
  /** Resolves when the audio of the text so far has been emitted. Never rejects. */
  drain(): Promise<void>;
  /** No item follows; resolves when all audio has been emitted. Never rejects. */
  end(): Promise<void>;
  stop(): void;
  readonly saidText: string;
  readonly hasBegun: boolean;
  /** Items not fully heard, with the heard part. */
  unheard(heard: Heard): HeardItem[];
}
