import type { EngineEvent } from '../engine.ts';
import type { HeardHistory } from '../history/heard-history.ts';
import { RealtimeReply, type ReplyRequest } from './realtime-reply.ts';
import type { ReplyOutput } from './reply-output.ts';

interface RepliesDeps {
  history: HeardHistory;
  output(replyId: string, isOwnWords: boolean): ReplyOutput;
  emit(event: EngineEvent): void;
}

/** Replies of a realtime model: the current one, one suspended behind our own text, and those not settled yet. */
export class RealtimeReplies {
  readonly #deps: RepliesDeps;
  /** A reply is kept until it is known how much of it was heard. */
  readonly #replies = new Map<string, RealtimeReply>();
  #current: RealtimeReply | null = null;
  /** The reply that waits for its tools while our own text is spoken. */
  #suspended: RealtimeReply | null = null;
  #unasked = 0;

  constructor(deps: RepliesDeps) {
    this.#deps = deps;
  }

  /** The reply that receives the model's output. */
  get current(): RealtimeReply | null {
    return this.#current;
  }

  get all(): Iterable<RealtimeReply> {
    return this.#replies.values();
  }

  find(replyId: string): RealtimeReply | undefined {
    return this.#replies.get(replyId);
  }

  ofItem(itemId: string): RealtimeReply | null {
    return this.#current?.has(itemId) === true ? this.#current : null;
  }

  begin(replyId: string, source: ReplyRequest | 'unasked' | 'own-words'): RealtimeReply {
    const isFixedText = source === 'own-words' || (typeof source !== 'string' && source.isFixedText === true);
    this.#deps.history.begin(replyId, !isFixedText);
    const reply = new RealtimeReply(replyId, this.#deps.output(replyId, source === 'own-words'), source);
    this.#replies.set(replyId, reply);
    return reply;
  }

  /** Starts a requested reply. @returns the previous current reply, which has ended */
  ask(replyId: string, request: ReplyRequest): RealtimeReply | null {
    const before = this.#current;
    this.#current = this.begin(replyId, request);
    return before;
  }

  /** The current reply. Without one, the model has started a reply by itself, which the listener may refuse immediately. */
  open(): RealtimeReply {
    if (this.#current !== null) return this.#current;
    this.#unasked += 1;
    const replyId = `realtime-${this.#unasked}`;
    const reply = this.begin(replyId, 'unasked');
    this.#current = reply;
    this.#deps.emit({ type: 'reply-started', replyId });
    return reply;
  }

  /** Suspends a reply that waits for its tools while our own text is spoken. */
  suspend(): void {
    if (this.#current?.hasOpenCalls === true) [this.#suspended, this.#current] = [this.#current, null];
  }

  takeSuspended(): RealtimeReply | null {
    const suspended = this.#suspended;
    this.#suspended = null;
    return suspended;
  }

  /** Ends the output of a reply and resumes the suspended one. @returns whether it was the current reply */
  end(reply: RealtimeReply): boolean {
    if (reply !== this.#current) return false;
    const suspended = this.takeSuspended();
    this.#current = suspended?.isOpen === true ? suspended : null;
    return true;
  }

  forget(replyId: string): void {
    this.#replies.delete(replyId);
  }
}
