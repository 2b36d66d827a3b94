import type { VoiceSettings } from '../settings.ts';
import { chooseFiller, FILLER_AFTER_MS } from '../turns/fillers.ts';
import type { Asides } from './asides.ts';
import type { Reply } from './reply.ts';

/** The voice needs a moment: a phrase is ordered before it is due. */
const PREPARE_AFTER_MS = 200;
/** A tool may take so long before somebody says that it does. */
const TOOL_BRIDGE_AFTER_MS = 1000;
/** Silence of a realtime model before another voice asks for a moment; callers hang up soon after. */
const SILENCE_BRIDGE_AFTER_MS = 3300;

/** What bridges the wait for an answer: a filler after the customer's turn, "one moment" while a tool works. */
export class WaitFillers {
  readonly #asides: Asides;
  readonly #random: () => number;
  #lastFiller: string | null = null;
  /** The answer that has had its filler, and the one that has had its bridge. */
  #filledId: string | null = null;
  #bridgedId: string | null = null;
  #toolSinceMs: number | null = null;
  /** When a phrase was last under way. */
  #phraseMs = Number.NEGATIVE_INFINITY;

  constructor(asides: Asides, random: () => number) {
    this.#asides = asides;
    this.#random = random;
  }

  /** @param customerText of the turn that is answered; empty: nothing was understood, and nothing is bridged */
  tick(wait: {
    nowMs: number;
    reply: Reply | null;
    /** Milliseconds of the answer that could be played now. */
    bufferedMs: number;
    customerText: string;
    fillers: VoiceSettings['fillers'];
    /** Null: what works now is not to be talked over. */
    oneMoment: string | null;
    /** A realtime model answers. */
    isRealtime: boolean;
  }): void {
    const { reply } = wait;
    if (this.#asides.isUnderWay) this.#phraseMs = wait.nowMs;
    if (reply === null || wait.bufferedMs > 0 || reply.text !== null) {
      this.#toolSinceMs = null;
      this.#asides.giveWay(wait.nowMs);
      return;
    }
    this.#bridgeTool(reply, wait);
    if (wait.isRealtime) this.#bridgeSilence(reply, wait);
    if (wait.fillers !== null) this.#fill(reply, { ...wait, fillers: wait.fillers });
  }

  #fill(
    reply: Reply,
    wait: { nowMs: number; customerText: string; fillers: NonNullable<VoiceSettings['fillers']> },
  ): void {
    if (reply.turn === null || reply.firstSoundMs !== null) return;
    const waitedMs = wait.nowMs - reply.turn.endedMs;
    if (this.#filledId !== reply.id && waitedMs >= PREPARE_AFTER_MS && wait.customerText !== '') {
      this.#filledId = reply.id;
      const spoken = { text: wait.customerText, last: this.#lastFiller };
      const phrase = chooseFiller(wait.fillers, spoken, this.#random());
      if (phrase === null) return;
      this.#lastFiller = phrase;
      this.#asides.prepare(phrase);
    }
    if (waitedMs >= FILLER_AFTER_MS) this.#asides.release();
  }

  #bridgeSilence(reply: Reply, { nowMs, oneMoment }: { nowMs: number; oneMoment: string | null }): void {
    if (oneMoment === null || reply.firstSoundMs !== null || reply.runningTools > 0) return;
    const sinceMs = Math.max(reply.turn?.lastVoicedMs ?? reply.begunMs, this.#phraseMs);
    if (nowMs - sinceMs < SILENCE_BRIDGE_AFTER_MS) return;
    this.#asides.prepare(oneMoment, true);
    this.#asides.release();
  }

  #bridgeTool(reply: Reply, { nowMs, oneMoment }: { nowMs: number; oneMoment: string | null }): void {
    if (reply.runningTools === 0 || oneMoment === null) {
      this.#toolSinceMs = null;
      return;
    }
    // Counted from where the assistant fell silent.
    this.#toolSinceMs = Math.max(
      this.#toolSinceMs ?? nowMs,
      reply.firstSoundMs === null ? 0 : reply.lastSoundMs,
    );
    const isDue = nowMs - this.#toolSinceMs >= TOOL_BRIDGE_AFTER_MS;
    if (!isDue || this.#bridgedId === reply.id || this.#asides.isUnderWay) return;
    this.#bridgedId = reply.id;
    this.#asides.prepare(oneMoment);
    this.#asides.release();
  }
}
