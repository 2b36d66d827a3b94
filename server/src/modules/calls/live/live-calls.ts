import type { SupervisedCall } from '../../../voice/supervised-call.ts';
import type { ActiveCall } from '../lifecycle/call-store.ts';
import { CallFeed } from './call-feed.ts';

/** An answered call of this process. */
export interface LiveCall {
  readonly callId: number;
  readonly feed: CallFeed;
  /** Null until its voice session has started. */
  session: SupervisedCall | null;
  /** Number of people who listen. */
  listeners: number;
  /** Aborted at its end. */
  readonly over: AbortSignal;
  /** The assistant says the message of a requested hang-up. */
  isEnding: boolean;
}

/** The answered calls of this process, for supervisors. */
export class LiveCalls {
  readonly #calls = new Map<number, { call: LiveCall; over: AbortController }>();

  begin({ id }: Pick<ActiveCall, 'id'>): LiveCall {
    const over = new AbortController();
    const call: LiveCall = {
      callId: id,
      feed: new CallFeed(id),
      session: null,
      listeners: 0,
      over: over.signal,
      isEnding: false,
    };
    this.#calls.set(id, { call, over });
    return call;
  }

  of(callId: number): LiveCall | null {
    return this.#calls.get(callId)?.call ?? null;
  }

  /** Hangs up after a message, once for each call. @returns false if the call cannot say one */
  hangUp(callId: number, message: string): boolean {
    const call = this.of(callId);
    if (call?.session == null) return false;
    if (!call.isEnding) call.session.hangUp(message);
    call.isEnding = true;
    return true;
  }

  /** Ends a call once everything of it is stored. */
  end({ callId, feed }: LiveCall): void {
    this.#calls.get(callId)?.over.abort();
    this.#calls.delete(callId);
    feed.end();
  }
}
