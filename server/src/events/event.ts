import type { z } from 'zod';
import type { ASSISTANT_EVENTS, EventSubject, EventType } from '#contract/webhook-events.ts';
import type { WEBHOOK_PAYLOADS } from '#contract/webhook-payloads.ts';
import type { Executor } from '../db/client.ts';

/** A fact about an object of an account, passed to listeners in the transaction that recorded it. */
export interface DomainEvent {
  type: EventType;
  userId: number;
  /** Null if no assistant is involved. */
  assistantId: number | null;
  /** Public id of the object: a conversation's UUID or a call's id. */
  subjectId: string;
  /** True if webhook endpoints subscribed to the type get it. */
  isReported: boolean;
  /** The webhook URL configured when the event happened; null without one. */
  webhookUrl: string | null;
  /** JSON body of the webhook. */
  payload: Record<string, unknown>;
  occurredAt: Date;
}

/** An event that code records, with the payload that the contract gives for its type. Triggers record the others. */
export type NewEvent = {
  [Type in (typeof ASSISTANT_EVENTS)[number]]: DomainEvent & {
    type: Type;
    payload: z.infer<(typeof WEBHOOK_PAYLOADS)[Type]>;
  };
}[(typeof ASSISTANT_EVENTS)[number]];

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

/** How modules record an event: with the payload of its type. */
export type RecordEvent = (transaction: Executor, event: NewEvent | Deletion) => Promise<void>;

/**
 * Calls every listener in the caller's transaction. A listener that throws rolls everything back.
 * @param listeners called one after another, in this order
 */
export function createEventRecorder(listeners: readonly EventListener[]): EventListener {
  return async (transaction, event) => {
    for (const listen of listeners) await listen(transaction, event);
  };
}
