import type { InterruptionRules } from '../turns/interruption.ts';
import { type PassedSound, type SecondThought, thinkAgain } from '../turns/second-thoughts.ts';

/** What counts as said after the assistant's words. */
interface Overlap {
  /** Its first sound. */
  sinceMs: number;
  /** Empty: an engine that finds turns is to find out what it was. */
  text: string;
}

/** What the customer said over an answer that went on all the same: it may be understood late, and meant after all. */
export class SpokenOver {
  /** What the assistant went on from, while its words may still come. */
  #passed: PassedSound | null = null;
  #overlap: Overlap | null = null;

  /** Said over the end of what the assistant says; null: nothing. */
  get overlap(): Overlap | null {
    return this.#overlap;
  }

  /** The assistant goes on from a sound. */
  passedOver(passed: PassedSound): void {
    this.#passed = passed;
  }

  /** The same, where the engine finds turns: it hears what was said over the end of an answer when that has ended. */
  leaveToEngine(sinceMs: number, isAtEnd: boolean): void {
    this.#overlap = isAtEnd ? { sinceMs, text: '' } : null;
  }

  /**
   * Words that may be those of what was passed over: an answer is kept for after the assistant's words.
   * @returns what they make of it, and its first sound
   */
  understood(
    words: { text: string; nowMs: number },
    rules: InterruptionRules,
  ): { thought: SecondThought; sinceMs: number } {
    const passed = this.#passed;
    if (passed === null) return { thought: 'none', sinceMs: words.nowMs };
    const { sinceMs } = passed.sound;
    const thought = thinkAgain(passed, words, rules);
    // An ignored sound may be reported again with its final words.
    if (thought === 'interrupt' || thought === 'answer') this.#passed = null;
    if (thought === 'answer') this.#overlap = { sinceMs, text: words.text };
    return { thought, sinceMs };
  }

  /** Words are of another sound from now on. */
  forgetPassed(): void {
    this.#passed = null;
  }

  forget(): void {
    this.#passed = null;
    this.#overlap = null;
  }
}
