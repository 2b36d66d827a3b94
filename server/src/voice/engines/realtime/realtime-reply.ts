import { ReasoningFilter } from '../../../agent/reasoning-filter.ts';
import type { FunctionCall } from '../../../agent/tool.ts';
import type { Heard } from '../engine.ts';
import type { HeardItem } from './heard-items.ts';
import type { ReplyOutput } from './reply-output.ts';

/** Null: to answer the customer. */
export interface Wish {
  instruction: string | null;
}

/** One thing that a realtime model says: its items before and after tools, one after the other. */
export class RealtimeReply {
  readonly replyId: string;
  readonly output: ReplyOutput;
  /** The model did not write them itself. */
  readonly isOwnWords: boolean;
  /** What the model was asked for, until something comes of it. */
  wish: Wish | null;
  readonly functionCalls: FunctionCall[] = [];
  /** What tools answered and the model has not spoken of. */
  #toolAnswers: string[] = [];
  /** Of the present session: it knows of no others. */
  readonly #items = new Set<string>();
  readonly #openCalls = new Set<string>();
  readonly #filters = new Map<string, ReasoningFilter>();
  #openItemId: string | null = null;
  #isOrphan = false;
  #state: 'open' | 'ending' | 'interrupted' = 'open';

  constructor(replyId: string, output: ReplyOutput, source: Wish | 'unasked' | 'own-words') {
    this.replyId = replyId;
    this.output = output;
    this.isOwnWords = source === 'own-words';
    this.wish = typeof source === 'string' ? null : source;
  }

  /** Whether the model may still add to it. */
  get isOpen(): boolean {
    return this.#state === 'open';
  }

  get isInterrupted(): boolean {
    return this.#state === 'interrupted';
  }

  get hasOpenCalls(): boolean {
    return this.#openCalls.size > 0;
  }

  /** Whether the model has to be told of what was heard of it. */
  get isUnknown(): boolean {
    return this.isOwnWords || (this.#isOrphan && this.#items.size === 0);
  }

  /** The session that has said it so far is gone. */
  sessionLost(): void {
    if (this.#items.size > 0) this.#isOrphan = true;
    this.#items.clear();
    this.#openItemId = null;
  }

  has(itemId: string): boolean {
    return this.#items.has(itemId);
  }

  itemStarted(itemId: string): void {
    this.#items.add(itemId);
    this.#openItemId = itemId;
    this.output.itemStarted(itemId);
  }

  /** @param samples at the rate of the model */
  audio(itemId: string, samples: Int16Array): void {
    this.#begun();
    this.output.audio(itemId, samples);
  }

  text(itemId: string, delta: string): void {
    this.#begun();
    const filter = this.#filters.get(itemId) ?? new ReasoningFilter();
    this.#filters.set(itemId, filter);
    const { text } = filter.push(delta);
    if (text !== '') this.output.text(itemId, text);
  }

  itemEnded(itemId: string): void {
    if (this.#openItemId === itemId) this.#openItemId = null;
    const rest = this.#filters.get(itemId)?.end().text ?? '';
    if (rest !== '') this.output.text(itemId, rest);
    this.#filters.delete(itemId);
    this.output.itemEnded(itemId);
  }

  /** Whether the model is to say something that it has not begun. */
  get isAwaited(): boolean {
    return this.isOpen && this.#openItemId === null && !this.isOwnWords;
  }

  callStarted(callId: string): void {
    this.#openCalls.add(callId);
  }

  callOver(callId: string): void {
    this.#openCalls.delete(callId);
  }

  /** @returns what another session is to be asked for, which knows nothing of the tool */
  toolAnswered(name: string, output: string): Wish {
    this.#toolAnswers.push(`The tool ${name} answered ${output}.`);
    this.wish = { instruction: `${this.#toolAnswers.join(' ')} Tell the customer.` };
    return this.wish;
  }

  /** Nothing is added any more; resolves when all sound is out. */
  async end(): Promise<void> {
    if (this.#state === 'open') this.#state = 'ending';
    await this.output.end();
  }

  /** Ends it at once. @returns what the model must know was not heard */
  interrupt(heard: Heard): HeardItem[] {
    const unheard = this.#items.size === 0 ? [] : this.output.unheard(heard);
    this.#state = 'interrupted';
    this.output.stop();
    return unheard.filter(({ itemId }) => this.#items.has(itemId));
  }

  #begun(): void {
    this.wish = null;
    this.#toolAnswers = [];
  }
}
