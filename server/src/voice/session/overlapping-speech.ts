import type { InterruptionRules } from '../turns/interruption.ts';
import { type IgnoredSound, type Reconsideration, reconsider } from '../turns/reconsider.ts';

/** Speech that counts as the turn after the current reply. */
interface Overlap {
  sinceMs: number;
  /** Empty for engines with their own turn detection, which classify it themselves. */
  text: string;
}

/**
 * Customer speech over a reply that was not interrupted. Its transcript may arrive late and show that it was
 * intended.
 */
export class OverlappingSpeech {
  /** The ignored sound while its transcript may still arrive. */
  #ignored: IgnoredSound | null = null;
  #overlap: Overlap | null = null;

  /** Speech over the end of the reply, or null. */
  get overlap(): Overlap | null {
    return this.#overlap;
  }

  /** Records a sound after which the assistant resumed. */
  ignored(ignored: IgnoredSound): void {
    this.#ignored = ignored;
  }

  /**
   * As `ignored`, for engines with their own turn detection: they get speech over the end of a reply when the reply has
   * ended.
   */
  deferToEngine(sinceMs: number, isAtEnd: boolean): void {
    this.#overlap = isAtEnd ? { sinceMs, text: '' } : null;
  }

  /**
   * Reconsiders the ignored sound by its transcript. Speech to answer is kept until the reply has ended.
   * @returns the verdict and the start of the sound
   */
  understood(
    words: { text: string; nowMs: number },
    rules: InterruptionRules,
  ): { verdict: Reconsideration; sinceMs: number } {
    const ignored = this.#ignored;
    if (ignored === null) return { verdict: 'none', sinceMs: words.nowMs };
    const { sinceMs } = ignored.sound;
    const verdict = reconsider(ignored, words, rules);
    // After other verdicts the sound is kept, because its final transcript may follow.
    if (verdict === 'interrupt' || verdict === 'answer') this.#ignored = null;
    if (verdict === 'answer') this.#overlap = { sinceMs, text: words.text };
    return { verdict, sinceMs };
  }

  /** Later transcripts belong to another sound. */
  forgetIgnored(): void {
    this.#ignored = null;
  }

  forget(): void {
    this.#ignored = null;
    this.#overlap = null;
  }
}
