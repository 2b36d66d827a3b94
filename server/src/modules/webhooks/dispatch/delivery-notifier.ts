import type { Database } from '../../../db/client.ts';
import type { ClaimedDelivery } from './queue.ts';

/** The dispatcher in this process, for code that records events. */
export interface NearDispatcher {
  notify(endpointIds: readonly number[]): void;
  /**
   * Returns the process id with which a delivery may be inserted as already claimed, so that it is sent right after its
   * commit without another statement. If it returns null, insert the delivery unclaimed and call `notify`. Call `adopt`
   * after the commit, or `dismiss` if the delivery was not inserted as claimed or was rolled back.
   */
  announce(delivery: { id: string; url: string }): string | null;
  dismiss(deliveryId: string): void;
  adopt(delivery: ClaimedDelivery): void;
}

/** Notifies dispatchers that endpoints have due deliveries. */
export interface DeliveryNotifier {
  notify(endpointId: number): void;
  /** See `NearDispatcher`; null if this process does not dispatch. */
  announce(delivery: { id: string; url: string }): string | null;
  dismiss(deliveryId: string): void;
  adopt(delivery: ClaimedDelivery): void;
  /**
   * Sets the dispatcher of this process, which is then notified directly instead of other processes; null removes it.
   */
  answer(dispatcher: NearDispatcher | null): void;
}

export const WEBHOOK_CHANNEL = 'parley_webhooks';
/** PostgreSQL limits a notification to 8000 bytes. */
const IDS_PER_NOTIFICATION = 400;

/**
 * A lost notification delays a delivery by a second, because dispatchers also poll. NOTIFY runs outside of transactions
 * and at most once at a time, because PostgreSQL serializes commits of notifying transactions.
 */
export function createDeliveryNotifier(
  database: Database,
  onFailure: (error: unknown) => void,
): DeliveryNotifier {
  const waiting = new Set<number>();
  let isTelling = false;
  let near: NearDispatcher | null = null;
  const tellOthers = async (): Promise<void> => {
    isTelling = true;
    try {
      while (waiting.size > 0) {
        const ids = [...waiting].slice(0, IDS_PER_NOTIFICATION);
        for (const id of ids) waiting.delete(id);
        await database.query('select pg_notify($1, $2)', [WEBHOOK_CHANNEL, ids.join(',')]);
      }
    } catch (error) {
      onFailure(error);
    } finally {
      isTelling = false;
    }
  };
  return {
    notify: (endpointId) => {
      if (near !== null) {
        near.notify([endpointId]);
        return;
      }
      waiting.add(endpointId);
      if (!isTelling) void tellOthers();
    },
    announce: (delivery) => near?.announce(delivery) ?? null,
    dismiss: (deliveryId) => near?.dismiss(deliveryId),
    // If the dispatcher has stopped, the claim is released when this process ends.
    adopt: (delivery) => near?.adopt(delivery),
    answer: (dispatcher) => {
      near = dispatcher;
    },
  };
}
