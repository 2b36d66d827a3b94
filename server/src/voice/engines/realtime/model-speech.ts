import type { Heard } from '../engine.ts';
import type { SpeakingRate } from '../speech/speaking-rate.ts';
import { WordTimes } from '../speech/word-times.ts';
import { type HeardItem, type ReplyItem, unheardItems } from './heard-items.ts';
import { RateChange } from './rate-change.ts';
import type { OutputListener, ReplyOutput } from './reply-output.ts';

export interface ModelSpeechDeps extends OutputListener {
  /** Output rate of the current model. */
  fromHz(): number;
  toHz: number;
  rate: SpeakingRate;
}

interface SpokenItem extends ReplyItem {
  /** Output rate of the model that speaks the item. */
  fromHz: number;
  startMs: number;
  times: WordTimes;
  resampler: RateChange;
  /** Duration sent by the model, without the tail of our resampler. */
  sentMs: number;
  /** An incomplete word at the end of the text so far. */
  rest: string;
  words: string[];
}

/** A reply spoken by the model; word timings are estimated. */
export class ModelSpeech implements ReplyOutput {
  readonly #deps: ModelSpeechDeps;
  readonly #items: SpokenItem[] = [];
  #audioMs = 0;

  constructor(deps: ModelSpeechDeps) {
    this.#deps = deps;
  }

  get hasBegun(): boolean {
    return this.#audioMs > 0;
  }

  get saidText(): string {
    return this.#items.flatMap(({ words }) => words).join(' ');
  }

  itemStarted(itemId: string): void {
    const { toHz, rate } = this.#deps;
    const fromHz = this.#deps.fromHz();
    this.#items.push({
      itemId,
      fromHz,
      text: '',
      audioMs: 0,
      sentMs: 0,
      startMs: this.#audioMs,
      times: new WordTimes(rate),
      resampler: new RateChange(fromHz, toHz),
      rest: '',
      words: [],
      isComplete: false,
    });
  }

  audio(itemId: string, samples: Int16Array): void {
    const item = this.#find(itemId);
    if (item === undefined || item.isComplete) return;
    item.sentMs += (samples.length / item.fromHz) * 1000;
    this.#emit(item, item.resampler.process(samples));
  }

  text(itemId: string, delta: string): void {
    const item = this.#find(itemId);
    if (item === undefined || item.isComplete) return;
    const written = item.rest + delta;
    const cut = Math.max(...[' ', '\n'].map((blank) => written.lastIndexOf(blank))) + 1;
    item.rest = written.slice(cut);
    this.#addWords(item, written.slice(0, cut));
  }

  itemEnded(itemId: string): void {
    const item = this.#find(itemId);
    if (item === undefined || item.isComplete) return;
    item.isComplete = true;
    this.#addWords(item, item.rest);
    this.#emit(item, item.resampler.flush());
    if (item.audioMs > 0) this.#emitWords(item, item.times.end(item.audioMs));
  }

  /** The model sends the audio before the tool calls that follow it. */
  async drain(): Promise<void> {}

  async end(): Promise<void> {
    for (const { itemId } of this.#items) this.itemEnded(itemId);
  }

  stop(): void {}

  unheard(heard: Heard): HeardItem[] {
    const sentMs = new Map(this.#items.map((item) => [item.itemId, Math.floor(item.sentMs)]));
    return unheardItems(this.#items, heard).map((item) => ({
      ...item,
      audioMs: Math.min(item.audioMs, sentMs.get(item.itemId) ?? 0),
    }));
  }

  #find(itemId: string): SpokenItem | undefined {
    // Another session may reuse ids, so the latest item counts.
    return this.#items.findLast((item) => item.itemId === itemId);
  }

  #addWords(item: SpokenItem, text: string): void {
    const words = text.split(/\s+/).filter((word) => word !== '');
    if (words.length === 0) return;
    item.words.push(...words);
    item.text = item.words.join(' ');
    item.times.add(words.map((word) => ({ written: word, spoken: word })));
  }

  #emit(item: SpokenItem, samples: Int16Array): void {
    if (samples.length === 0) return;
    const audioMs = (samples.length / this.#deps.toHz) * 1000;
    item.audioMs += audioMs;
    this.#audioMs += audioMs;
    this.#deps.audio(samples);
    if (!item.isComplete) this.#emitWords(item, item.times.reached(item.audioMs));
  }

  #emitWords({ startMs }: SpokenItem, words: ReturnType<WordTimes['reached']>): void {
    if (words.length === 0) return;
    this.#deps.words(
      words.map((word) => ({ ...word, startMs: word.startMs + startMs, endMs: word.endMs + startMs })),
    );
  }
}
