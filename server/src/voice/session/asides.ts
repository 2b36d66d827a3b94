import type { Engine, EngineEvent } from '../engines/engine.ts';
import type { Playback } from '../speaking/playback.ts';

/** A phrase that has begun and stays away for so long has broken off. */
const BREAKS_OFF_AFTER_MS = 300;

interface Aside {
  id: string;
  /** What came of it before its release; null from there on. */
  held: EngineEvent[] | null;
  /** When a frame of it was last sent; null: it has not sounded. */
  soundedMs: number | null;
  /** No more of it follows. */
  isComplete: boolean;
}

/**
 * Short phrases that the assistant says beside its answers: fillers, and what bridges the wait for a tool. The engine speaks them
 * and never hears that they were heard, so they enter no history. One at a time.
 */
export class Asides {
  readonly #playback: Playback;
  readonly #engine: () => Engine;
  #count = 0;
  #current: Aside | null = null;

  constructor(playback: Playback, engine: () => Engine) {
    this.#playback = playback;
    this.#engine = engine;
  }

  /** Has the phrase spoken; it waits for `release`. @param isBridge as of `Engine.say` */
  prepare(text: string, isBridge = false): void {
    this.cut();
    this.#count += 1;
    const id = `aside-${this.#count}`;
    this.#current = { id, held: [], soundedMs: null, isComplete: false };
    this.#engine().say(id, text, isBridge);
  }

  /** Lets the phrase sound, before what waits to be said. */
  release(): void {
    const { held, id } = this.#current ?? {};
    if (this.#current === null || id === undefined || !held) return;
    this.#current.held = null;
    this.#playback.open(id, 'first');
    for (const event of held) this.receive(event);
  }

  /** True when the event was of a phrase. */
  receive(event: EngineEvent): boolean {
    if (!('replyId' in event) || event.replyId === null || !event.replyId.startsWith('aside-')) return false;
    if (event.replyId !== this.#current?.id) return true;
    if (this.#current.held !== null) this.#current.held.push(event);
    else if (event.type === 'reply-audio') this.#playback.push(event.replyId, event.samples);
    else if (event.type === 'reply-ended') {
      this.#current.isComplete = true;
      this.#playback.complete(event.replyId);
    }
    return true;
  }

  /** A phrase that waits and one that sounds are both under way. */
  get isUnderWay(): boolean {
    return this.#current !== null;
  }

  /** A frame was sent. */
  sounded(id: string, nowMs: number): void {
    if (this.#current?.id === id) this.#current.soundedMs = nowMs;
  }

  /** Nothing is to be bridged any more: only a phrase that is being heard keeps its place. */
  giveWay(nowMs: number): void {
    if (this.#current === null || this.#playback.isPaused) return;
    const { soundedMs, isComplete } = this.#current;
    const isHeard = soundedMs !== null && (isComplete || nowMs - soundedMs < BREAKS_OFF_AFTER_MS);
    if (!isHeard) this.cut();
  }

  /** It is over: true when it was one of ours. */
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
    // Told as not heard: the engine forgets it.
    if (id !== undefined) this.#engine().interrupt(id, { text: '', audioMs: 0 });
  }
}
