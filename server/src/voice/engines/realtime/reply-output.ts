import type { Heard, SpokenWord } from '../engine.ts';
import type { HeardItem } from './heard-items.ts';

/** Where what comes out of a reply goes. */
export interface OutputListener {
  audio(samples: Int16Array): void;
  words(words: readonly SpokenWord[]): void;
}

/** How the items of one reply become sound: the model's own, or text through a voice of ours. */
export interface ReplyOutput {
  itemStarted(itemId: string): void;
  /** At the model's rate; ignored where a voice of ours speaks. */
  audio(itemId: string, samples: Int16Array): void;
  text(itemId: string, delta: string): void;
  itemEnded(itemId: string): void;
  /** No item follows; resolves when all sound is out. Never rejects. */
  end(): Promise<void>;
  /** Ends it at once. */
  stop(): void;
  /** What it says, as far as it has become sound. */
  readonly saidText: string;
  /** Whether anything came of it yet. */
  readonly hasBegun: boolean;
  /** Items of which something was not heard, with what was. */
  unheard(heard: Heard): HeardItem[];
}
