import { chooseFiller, FILLER_AFTER_MS, type FillerPhrases } from '../turns/fillers.ts';
import type { FillerSpeech } from './filler-speech.ts';
import type { Reply } from './reply.ts';

/** TTS latency: phrases are requested before they are due. */
const PREPARE_AFTER_MS = 200;
/** How long a tool may run before the assistant says "one moment". */
const TOOL_BRIDGE_AFTER_MS = 1000;
/** Silence of a realtime model before another voice says "one moment"; callers hang up soon after. */
const SILENCE_BRIDGE_AFTER_MS = 3300;

/** Bridges the wait for an answer: a filler after the turn, "one moment" while a tool runs. */
export class WaitFillers {
  readonly #fillerSpeech: FillerSpeech;
  readonly #phrases: FillerPhrases | null;
  readonly #random: () => number;
  #lastFiller: string | null = null;
  /** The reply that already had a filler, and the one that had "one moment". */
  #filledId: string | null = null;
  #bridgedId: string | null = null;
  #toolSinceMs: number | null = null;
  #phraseMs = Number.NEGATIVE_INFINITY;

  /** @param phrases null for no fillers */
  constructor(fillerSpeech: FillerSpeech, phrases: FillerPhrases | null, random: () => number) {
    this.#fillerSpeech = fillerSpeech;
    this.#phrases = phrases;
    this.#random = random;
  }

  /** No reply is awaited. */
  reset(): void {
    this.#toolSinceMs = null;
  }

  /** @param customerText transcript of the turn being answered; if empty, nothing is bridged */
  tick(wait: {
    nowMs: number;
    reply: Reply | null;
    /** Buffered audio of the reply that can be played now. */
    bufferedMs: number;
    customerText: string;
    /** Phrase to speak while a tool runs; null if the running tool must not be talked over. */
    oneMoment: string | null;
    isRealtime: boolean;
  }): void {
    const { reply } = wait;
    if (this.#fillerSpeech.isUnderWay) this.#phraseMs = wait.nowMs;
    if (reply === null || wait.bufferedMs > 0 || reply.text !== null) {
      this.#toolSinceMs = null;
      this.#fillerSpeech.endWait(wait.nowMs);
      return;
    }
    this.#bridgeTool(reply, wait);
    if (wait.isRealtime) this.#bridgeSilence(reply, wait);
    if (this.#phrases !== null) this.#fill(reply, this.#phrases, wait);
  }

  #fill(reply: Reply, phrases: FillerPhrases, wait: { nowMs: number; customerText: string }): void {
    if (reply.turn === null || reply.firstSoundMs !== null) return;
    const waitedMs = wait.nowMs - reply.turn.endedMs;
    if (this.#filledId !== reply.id && waitedMs >= PREPARE_AFTER_MS && wait.customerText !== '') {
      this.#filledId = reply.id;
      const spoken = { text: wait.customerText, last: this.#lastFiller };
      const phrase = chooseFiller(phrases, spoken, this.#random());
      if (phrase === null) return;
      this.#lastFiller = phrase;
      this.#fillerSpeech.prepare(phrase);
    }
    if (waitedMs >= FILLER_AFTER_MS) this.#fillerSpeech.release();
  }

  #bridgeSilence(reply: Reply, { nowMs, oneMoment }: { nowMs: number; oneMoment: string | null }): void {
    if (oneMoment === null || reply.firstSoundMs !== null || reply.runningTools > 0) return;
    const sinceMs = Math.max(reply.turn?.lastVoicedMs ?? reply.begunMs, this.#phraseMs);
    if (nowMs - sinceMs < SILENCE_BRIDGE_AFTER_MS) return;
    this.#fillerSpeech.prepare(oneMoment, true);
    this.#fillerSpeech.release();
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
    if (!isDue || this.#bridgedId === reply.id || this.#fillerSpeech.isUnderWay) return;
    this.#bridgedId = reply.id;
    this.#fillerSpeech.prepare(oneMoment);
    this.#fillerSpeech.release();
  }
}
