import type { LiveCallEvent } from '#contract/live-call.ts';
import { isoTimestamp } from '../../../core/zoned-time.ts';
import type { PartialSpeech } from '../../../voice/call-event.ts';
import { type CallRecord, recordedEvent } from './call-record.ts';

/** An event of a running call. `seq` is null if the event is not stored. */
export interface FedEvent {
  seq: number | null;
  event: LiveCallEvent;
}

interface Follower {
  event(fed: FedEvent): void;
  ended(): void;
}

/** Records are stored within a second; this many cover an outage of minutes. */
const MAX_KEPT = 1_000;

/** Passes the events of a running call to subscribers in this process, before they are stored. */
export class CallFeed {
  readonly #callId: number;
  readonly #kept: CallRecord[] = [];
  readonly #followers = new Set<Follower>();
  #seq = 0;
  #hasEnded = false;

  constructor(callId: number) {
    this.#callId = callId;
  }

  /** @returns the number under which the record is to be stored */
  add(record: Omit<CallRecord, 'seq'>): number {
    this.#seq += 1;
    const numbered = { ...record, seq: this.#seq };
    this.#kept.push(numbered);
    if (this.#kept.length > MAX_KEPT) this.#kept.shift();
    for (const follower of this.#followers) this.#pass(numbered, follower);
    return this.#seq;
  }

  partial({ sender, text }: PartialSpeech, at: Date): void {
    const id = `${this.#callId}.partial`;
    const event = {
      type: 'transcript.partial',
      id,
      timestamp: isoTimestamp(at),
      data: { sender, text },
    } as const;
    for (const follower of this.#followers) follower.event({ seq: null, event });
  }

  /** Passes on all records after `after` at once, then new ones. @returns a function that unsubscribes */
  follow(after: number, follower: Follower): () => void {
    for (const record of this.#kept) if (record.seq > after) this.#pass(record, follower);
    if (this.#hasEnded) follower.ended();
    else this.#followers.add(follower);
    return () => this.#followers.delete(follower);
  }

  end(): void {
    this.#hasEnded = true;
    for (const follower of this.#followers) follower.ended();
    this.#followers.clear();
  }

  #pass(record: CallRecord, follower: Follower): void {
    const event = recordedEvent(this.#callId, record);
    if (event !== null) follower.event({ seq: record.seq, event });
  }
}
