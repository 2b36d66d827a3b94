import type { Engine, EngineEvent } from '../engines/engine.ts';
import type { Playback } from '../speaking/playback.ts';

/** If a phrase that has started has no audio for this long, it has broken off. */
const BREAKS_OFF_AFTER_MS = 300;

interface FillerPhrase {
  id: string;
  /** Events buffered until `release`, then null. */
  held: EngineEvent[] | null;
  /** When its last frame was sent; null before the first. */
  lastFrameSentMs: number | null;
  isComplete: boolean;
}

/**
 * Short phrases between answers: fillers and "one moment" while a tool runs. The engine never learns that they were
 * heard, so they do not enter the history. One at a time.
 */
export class FillerSpeech {
  readonly #playback: Playback;
  readonly #engine: Engine;
  #count = 0;
  #current: FillerPhrase | null = null;

  constructor(playback: Playback, engine: Engine) {
    this.#playback = playback;
    this.#engine = engine;
  }

  /** Synthesizes a phrase; it is played by `release`. @param isBridge see `Engine.say` */
  prepare(text: string, isBridge = false): void {
    this.cut();
    this.#count += 1;
    const id = `filler-${this.#count}`;
    this.#current = { id, held: [], lastFrameSentMs: null, isComplete: false };
    this.#engine.say(id, text, isBridge);
  }

  /** Plays the prepared phrase before queued replies. */
  release(): void {
    const { held, id } = this.#current ?? {};
    if (this.#current === null || id === undefined || !held) return;
    this.#current.held = null;
    this.#playback.open(id, 'first');
    for (const event of held) this.receive(event);
  }

  /** Handles an event; returns whether it belongs to a filler phrase. */
  receive(event: EngineEvent): boolean {
    if (!('replyId' in event) || event.replyId === null || !event.replyId.startsWith('filler-')) return false;
    if (event.replyId !== this.#current?.id) return true;
    if (this.#current.held !== null) this.#current.held.push(event);
    else if (event.type === 'reply-audio') this.#playback.push(event.replyId, event.samples);
    else if (event.type === 'reply-ended') {
      this.#current.isComplete = true;
      this.#playback.complete(event.replyId);
    }
    return true;
  }

  /** True if a phrase is prepared or playing. */
  get isUnderWay(): boolean {
    return this.#current !== null;
  }

  sounded(id: string, nowMs: number): void {
    if (this.#current?.id === id) this.#current.lastFrameSentMs = nowMs;
  }

  /** The wait is over: drops the phrase unless it is audible. */
  endWait(nowMs: number): void {
    if (this.#current === null || this.#playback.isPaused) return;
    const { lastFrameSentMs, isComplete } = this.#current;
    const isAudible =
      lastFrameSentMs !== null && (isComplete || nowMs - lastFrameSentMs < BREAKS_OFF_AFTER_MS);
    if (!isAudible) this.cut();
  }

  owns(id: string): boolean {
    return id === this.#current?.id;
  }

  played(): void {
    this.#end();
  }

  cut(): void {
    if (this.#current !== null) this.#playback.cut(this.#current.id);
    this.#end();
  }

  #end(): void {
    const id = this.#current?.id;
    this.#current = null;
    // Reported as unheard, so that the engine forgets it.
    if (id !== undefined) this.#engine.interrupt(id, { text: '', audioMs: 0 });
  }
}
