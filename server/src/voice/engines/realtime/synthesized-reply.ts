import { LinkedAbort } from '../../../agent/linked-abort.ts';
import { ProviderError } from '../../../providers/interfaces/provider-error.ts';
import type { Heard, SpeechUsage } from '../engine.ts';
import type { AssistantVoice } from '../speech/assistant-voice.ts';
import type { ReplySpeech } from '../speech/reply-speech.ts';
import { type HeardItem, unheardItems } from './heard-items.ts';
import type { OutputListener, ReplyOutput } from './reply-output.ts';

export interface SynthesizedReplyDeps extends OutputListener {
  voice: AssistantVoice;
  signal: AbortSignal;
  usage(usage: SpeechUsage): void;
  failed(error: ProviderError): void;
}

/** A reply that the model writes and TTS speaks. */
export class SynthesizedReply implements ReplyOutput {
  readonly #deps: SynthesizedReplyDeps;
  readonly #stop: LinkedAbort;
  readonly #speech: ReplySpeech;
  /** Start of each item in the spoken text. */
  readonly #items: { itemId: string; from: number; isComplete: boolean }[] = [];
  #hasFailed = false;
  #isFinished = false;

  constructor(deps: SynthesizedReplyDeps) {
    this.#deps = deps;
    this.#stop = new LinkedAbort(deps.signal);
    this.#speech = deps.voice.speak({
      signal: this.#stop.signal,
      audio: deps.audio,
      words: deps.words,
      failed: (error) => {
        this.#hasFailed = true;
        deps.failed(error);
      },
    });
  }

  get hasBegun(): boolean {
    return this.#speech.characters > 0;
  }

  get saidText(): string {
    return this.#hasFailed ? this.#speech.spokenSoFar : this.#speech.text;
  }

  itemStarted(itemId: string): void {
    this.#speech.flush();
    this.#items.push({ itemId, from: this.#speech.text.length, isComplete: false });
  }

  audio(): void {}

  text(_itemId: string, delta: string): void {
    if (!this.#isFinished && !this.#hasFailed) this.#speech.write(delta);
  }

  itemEnded(itemId: string): void {
    this.#speech.flush();
    const item = this.#items.findLast((one) => one.itemId === itemId);
    if (item !== undefined) item.isComplete = true;
  }

  async drain(): Promise<void> {
    await this.#speech.drain();
  }

  async end(): Promise<void> {
    try {
      await this.#speech.end();
    } catch {
      // The failure was reported by the voice; an abort needs no report.
    }
    this.#finish();
  }

  stop(): void {
    this.#stop.abort(new ProviderError('aborted', 'The customer interrupted.'));
    this.#finish();
  }

  unheard(heard: Heard): HeardItem[] {
    const { text } = this.#speech;
    const items = this.#items.map(({ itemId, from, isComplete }, index) => {
      const until = this.#items[index + 1]?.from ?? text.length;
      return { itemId, text: text.slice(from, until).trim(), audioMs: 0, isComplete };
    });
    return unheardItems(items, heard);
  }

  #finish(): void {
    if (this.#isFinished) return;
    this.#isFinished = true;
    const { characters } = this.#speech;
    if (characters > 0) {
      this.#deps.usage({ kind: 'text-to-speech', provider: this.#deps.voice.code, characters });
    }
    this.#stop[Symbol.dispose]();
  }
}
