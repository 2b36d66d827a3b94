import type { Executor } from '../db/client.ts';

/** What happened to something of an account; noun and action. */
export type EventType = 'conversation.ended' | 'call.ended';

/** One thing that happened, as those who listen learn of it. */
export interface DomainEvent {
  type: EventType;
  userId: number;
  /** Null: none was involved. */
  assistantId: number | null;
  /** The public id of what it happened to: a conversation's UUID, a call's id. */
  subjectId: string;
  /** Where the customer wants to be told, as configured when it happened; null: nowhere. */
  webhookUrl: string | null;
  /** What the customer is told, as JSON. */
  payload: Record<string, unknown>;
  occurredAt: Date;
}

/** Something was deleted for good. Nobody is told; whoever keeps anything of its events is to forget it. */
export interface Deletion {
  type: 'call.deleted';
  userId: number;
  /** As in the events about it. */
  subjectId: string;
}

/** Runs inside the transaction of the event: what it writes exists exactly when the event does. */
export type EventListener = (transaction: Executor, event: DomainEvent | Deletion) => Promise<void>;

/** Tells every listener, inside the caller's transaction. A listener that throws undoes the event with it. */
export type RecordEvent = EventListener;

/** @param listeners told one after the other, in this order */
export function createEventRecorder(listeners: readonly EventListener[]): RecordEvent {
  return async (transaction, event) => {
    for (const listen of listeners) await listen(transaction, event);
  };
}
