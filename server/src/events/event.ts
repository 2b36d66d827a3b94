import type { EventSubject, EventType } from '#contract/webhook-events.ts';
import type { Executor } from '../db/client.ts';

/** A fact about an object of an account, passed to listeners in the transaction that recorded it. */
export interface DomainEvent {
  type: EventType;
  userId: number;
  /** Null if no assistant is involved. */
  assistantId: number | null;
  /** Public id of the object: a conversation's UUID or a call's id. */
  subjectId: string;
  /** The webhook URL configured when the event happened; null without one. */
  webhookUrl: string | null;
  /** JSON body of the webhook. */
  payload: Record<string, unknown>;
  occurredAt: Date;
}

/** An object was deleted permanently. Listeners delete what they keep of its events; no webhook is sent. */
export interface Deletion {
  type: 'deleted';
  subject: EventSubject;
  userId: number;
  /** The object's id, as in its events. */
  subjectId: string;
}

/** Runs in the transaction of the event, so its writes are committed or rolled back with it. */
export type EventListener = (transaction: Executor, event: DomainEvent | Deletion) => Promise<void>;

/** Calls every listener in the caller's transaction. A listener that throws rolls everything back. */
export type RecordEvent = EventListener;

/** @param listeners called one after another, in this order */
export function createEventRecorder(listeners: readonly EventListener[]): RecordEvent {
  return async (transaction, event) => {
    for (const listen of listeners) await listen(transaction, event);
  };
}
