import type { Database } from '../../../db/client.ts';
import type { ClaimedDelivery } from './queue.ts';

/** The part of a dispatcher that recorders of events see. */
export interface NearDispatcher {
  notify(endpointIds: readonly number[]): void;
  /**
   * The id under which a delivery may be written as claimed already, so that it is sent right after its commit without
   * another statement; null: write it unclaimed, and ring. After the commit of a claimed one `adopt` must follow; one
   * that was announced and is not claimed, or rolled back, is dismissed.
   */
  announce(delivery: { id: string; url: string }): string | null;
  dismiss(deliveryId: string): void;
  adopt(delivery: ClaimedDelivery): void;
}

/** Tells whoever dispatches that targets have deliveries that are due now. */
export interface DeliveryNotifier {
  notify(endpointId: number): void;
  /** See `NearDispatcher`; null where this process does not dispatch. */
  announce(delivery: { id: string; url: string }): string | null;
  dismiss(deliveryId: string): void;
  adopt(delivery: ClaimedDelivery): void;
  /** From now on this process dispatches: it hears by itself, and the others need not be told. Null: no more. */
  answer(dispatcher: NearDispatcher | null): void;
}

export const WEBHOOK_CHANNEL = 'parley_webhooks';
/** A notification holds 8000 bytes. */
const IDS_PER_NOTIFICATION = 400;

/**
 * A ring that is lost costs a second: dispatchers also look by themselves. Told outside of transactions and at most
 * once at a time, as PostgreSQL lets transactions that notify commit only one after the other.
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
    // Where it has stopped meanwhile, the claim is given back with this process.
    adopt: (delivery) => near?.adopt(delivery),
    answer: (dispatcher) => {
      near = dispatcher;
    },
  };
}
