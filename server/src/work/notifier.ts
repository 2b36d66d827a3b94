import type { Executor } from '../db/client.ts';

/**
 * - `webhooks`: endpoints with due deliveries
 * - `calls`: calls to dial, to end, or to hang up at the carrier; without ids
 * - `campaigns`: campaigns that may have something to do
 * - `vendors`: connections to vendors have changed; without ids
 */
export type Topic = 'webhooks' | 'calls' | 'campaigns' | 'vendors';

/**
 * Notifies the processes that work on a topic. A lost notification only delays the work until the next poll. Call it
 * after the commit.
 */
export interface Notifier {
  /** Notifies the subscriber of this process. Without one, notifies other processes. */
  notify(topic: Topic, ids: readonly number[]): void;
  /** Notifies other processes only, because this one cannot do the work. */
  notifyOthers(topic: Topic, ids: readonly number[]): void;
  /** Notifies every process, because the work may need a certain one. */
  notifyAll(topic: Topic): void;
  /** Wakes the subscriber of this process only, because notifications may have been lost. */
  wake(topic: Topic): void;
  /** Sets the subscriber of this process; null removes it. */
  subscribe(topic: Topic, subscriber: ((ids: readonly number[]) => void) | null): void;
  /** Handles a notification from the database. */
  receive(payload: string): void;
}

export const WORK_CHANNEL = 'parley_work';

/** PostgreSQL limits a payload to 8000 bytes. */
const IDS_PER_NOTIFICATION = 400;

/** @param deps `processId`: of this process, to skip its own notifications */
export function createNotifier(deps: {
  database: Pick<Executor, 'query'>;
  processId: string;
  onFailure(error: unknown): void;
}): Notifier {
  const { database, processId, onFailure } = deps;
  const subscribers = new Map<Topic, (ids: readonly number[]) => void>();
  const waiting = new Map<Topic, Set<number>>();
  let isSending = false;
  // One at a time, because PostgreSQL serializes commits of notifying transactions.
  const send = async (): Promise<void> => {
    isSending = true;
    for (let next = takeNext(waiting); next !== null; next = takeNext(waiting)) {
      const payload = `${next.topic} ${processId} ${next.ids.join(',')}`;
      await database.query('select pg_notify($1, $2)', [WORK_CHANNEL, payload]).catch(onFailure);
    }
    isSending = false;
  };
  const notifyOthers: Notifier['notifyOthers'] = (topic, ids) => {
    const all = waiting.get(topic) ?? new Set();
    waiting.set(topic, all);
    for (const id of ids) all.add(id);
    if (!isSending) void send();
  };
  return {
    notify: (topic, ids) => {
      if (ids.length === 0) return;
      const subscriber = subscribers.get(topic);
      if (subscriber === undefined) notifyOthers(topic, ids);
      else subscriber(ids);
    },
    notifyOthers,
    notifyAll: (topic) => {
      subscribers.get(topic)?.([]);
      notifyOthers(topic, []);
    },
    wake: (topic) => subscribers.get(topic)?.([]),
    subscribe: (topic, subscriber) => {
      if (subscriber === null) subscribers.delete(topic);
      else subscribers.set(topic, subscriber);
    },
    receive: (payload) => {
      const [topic, sender, ids = ''] = payload.split(' ');
      if (sender === processId) return;
      const subscriber = [...subscribers].find(([own]) => own === topic)?.[1];
      subscriber?.(ids === '' ? [] : ids.split(',').map(Number).filter(Number.isSafeInteger));
    },
  };
}

/** Takes as many ids of one topic as fit into a notification. */
function takeNext(waiting: Map<Topic, Set<number>>): { topic: Topic; ids: number[] } | null {
  for (const [topic, all] of waiting) {
    const ids = [...all].slice(0, IDS_PER_NOTIFICATION);
    for (const id of ids) all.delete(id);
    if (all.size === 0) waiting.delete(topic);
    return { topic, ids };
  }
  return null;
}
