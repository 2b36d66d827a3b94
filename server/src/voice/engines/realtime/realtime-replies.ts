import { RealtimeReply, type Wish } from './realtime-reply.ts';
import type { ReplyOutput } from './reply-output.ts';

interface RepliesDeps {
  /** How a reply of this name becomes sound. */
  output(replyId: string, isOwnWords: boolean): ReplyOutput;
  /** A reply stands from here on. */
  begun(replyId: string): void;
  /** The model answers without having been asked. */
  unasked(replyId: string): void;
}

/** What a realtime model says, has said or is to say: which reply it adds to, and which waits behind words of ours. */
export class RealtimeReplies {
  readonly #deps: RepliesDeps;
  /** Until it is known how much of each was heard. */
  readonly #replies = new Map<string, RealtimeReply>();
  #current: RealtimeReply | null = null;
  /** Waits for its tools while the model says words of ours in between. */
  #bridged: RealtimeReply | null = null;
  #unasked = 0;

  constructor(deps: RepliesDeps) {
    this.#deps = deps;
  }

  /** What the model adds to just now. */
  get current(): RealtimeReply | null {
    return this.#current;
  }

  get all(): Iterable<RealtimeReply> {
    return this.#replies.values();
  }

  find(replyId: string): RealtimeReply | undefined {
    return this.#replies.get(replyId);
  }

  /** The present one, if the item is of it. */
  ofItem(itemId: string): RealtimeReply | null {
    return this.#current?.has(itemId) === true ? this.#current : null;
  }

  begin(replyId: string, source: Wish | 'unasked' | 'own-words'): RealtimeReply {
    this.#deps.begun(replyId);
    const reply = new RealtimeReply(replyId, this.#deps.output(replyId, source === 'own-words'), source);
    this.#replies.set(replyId, reply);
    return reply;
  }

  /** Begins one that the model is asked for; @returns what it added to before, which is over */
  ask(replyId: string, wish: Wish): RealtimeReply | null {
    const before = this.#current;
    this.#current = this.begin(replyId, wish);
    return before;
  }

  /** What the model adds to; it may begin one by itself, which whoever is told of it may refuse at once. */
  open(): RealtimeReply {
    if (this.#current !== null) return this.#current;
    this.#unasked += 1;
    const replyId = `realtime-${this.#unasked}`;
    const reply = this.begin(replyId, 'unasked');
    this.#current = reply;
    this.#deps.unasked(replyId);
    return reply;
  }

  /** Words of ours come in between: a reply that waits for its tools goes on after them. */
  setAside(): void {
    if (this.#current?.hasOpenCalls === true) [this.#bridged, this.#current] = [this.#current, null];
  }

  /** The reply that was set aside waits no longer. */
  takeAside(): RealtimeReply | null {
    const bridged = this.#bridged;
    this.#bridged = null;
    return bridged;
  }

  /** The model adds nothing more to a reply: it goes back to the one that was set aside. @returns whether it was the present one */
  leave(reply: RealtimeReply): boolean {
    if (reply !== this.#current) return false;
    const bridged = this.takeAside();
    this.#current = bridged?.isOpen === true ? bridged : null;
    return true;
  }

  /** It is known what was heard of it. */
  forget(replyId: string): void {
    this.#replies.delete(replyId);
  }
}
