import { randomBytes } from 'node:crypto';
import type { Clock } from '../../core/clock.ts';
import type { Executor } from '../../db/client.ts';
import type { DomainEvent, EventListener } from '../../events/event.ts';
import type { Notifier } from '../../work/notifier.ts';
import type { ExpectedDeliveries } from './dispatch/expected-deliveries.ts';
import { forget } from './store.ts';

/**
 * Inserts the deliveries of an event, in its transaction: to the assistant's webhook URL, with the data as the body, and
 * to every endpoint that is subscribed. Most events are recorded by triggers instead. Deliveries of deleted objects are
 * purged; pending ones are first sent, then purged within an hour.
 */
export function createDeliveryListener(deps: {
  clock: Clock;
  notifier: Notifier;
  expected: ExpectedDeliveries;
}): EventListener {
  const { clock, notifier, expected } = deps;
  return async (transaction, event) => {
    if (event.type === 'deleted') {
      await forget(transaction, event);
      return;
    }
    const { userId, type } = event;
    if (event.isReported) {
      const endpointIds = await deliverToEndpoints(transaction, event);
      transaction.afterCommit(() => notifier.notify('webhooks', endpointIds));
    }
    const url = event.webhookUrl;
    if (url === null) return;
    const dueAt = clock.now();
    const id = newDeliveryId(dueAt);
    const payload = JSON.stringify(event.payload);
    const claimant = expected.announce({ id, url });
    transaction.afterRollback(() => expected.dismiss(id));
    const row = await insertDelivery(transaction, {
      id,
      event,
      url,
      payload,
      dueAt,
      claimant,
    });
    if (!row.isClaimed) expected.dismiss(id);
    transaction.afterCommit(() => {
      if (!row.isClaimed) notifier.notify('webhooks', [row.endpointId]);
      else {
        expected.adopt({
          id,
          userId,
          endpointId: row.endpointId,
          url,
          event: type,
          payload,
          attemptCount: 0,
          retryCount: 0,
          currentSecretId: row.currentSecretId,
          sealedHeaders: row.sealedHeaders,
        });
      }
    });
  };
}

/** @returns ids of the endpoints */
async function deliverToEndpoints(transaction: Executor, event: DomainEvent): Promise<number[]> {
  const { userId, type, subjectId, assistantId, payload, occurredAt } = event;
  const [row] = await transaction.query<{ endpointIds: number[] }>(
    `select record_event($1, $2, $3, $4, $5::json, $6) as "endpointIds" where wants_event($1, $2)`,
    [userId, type, subjectId, assistantId, JSON.stringify(payload), occurredAt],
  );
  return row?.endpointIds ?? [];
}

/** `msg_` and 32 hexadecimal digits. The first 12 are the time, so that index entries are appended. */
function newDeliveryId(now: Date): string {
  return `msg_${now.getTime().toString(16).padStart(12, '0')}${randomBytes(10).toString('hex')}`;
}

interface NewDelivery {
  id: string;
  event: DomainEvent;
  url: string;
  payload: string;
  dueAt: Date;
  /** The process that sends it right after the commit; null if any process may claim it. */
  claimant: string | null;
}

interface InsertedDelivery {
  endpointId: number;
  /** False if the endpoint is disabled or there is no claimant. */
  isClaimed: boolean;
  currentSecretId: number | null;
  sealedHeaders: Buffer | null;
}

/** Inserts the delivery. The first delivery to a URL also creates the endpoint. */
async function insertDelivery(transaction: Executor, delivery: NewDelivery): Promise<InsertedDelivery> {
  const { id, event, url, payload, dueAt, claimant } = delivery;
  const { userId } = event;
  const [row] = await transaction.query<InsertedDelivery>(
    `insert into webhook_deliveries
       (id, user_id, target_id, assistant_id, event, subject_id, payload, next_attempt_at, process_id)
     select $1, $2, target.id, $4, $5, $6, $7, $8, case when target.disabled_at is null then $9::uuid end
     from webhook_targets target where target.user_id = $2 and md5(target.url) = md5($3)
     returning target_id as "endpointId", process_id is not null as "isClaimed",
       (select id from webhook_secrets where user_id = $2 and retires_at is null) as "currentSecretId",
       (select sealed_headers from webhook_targets where webhook_targets.id = target_id) as "sealedHeaders"`,
    [id, userId, url, event.assistantId, event.type, event.subjectId, payload, dueAt, claimant],
  );
  if (row !== undefined) return row;
  // Of two transactions with the same new URL, the second waits here and then finds the endpoint.
  const endpoint = 'insert into webhook_targets (user_id, url) values ($1, $2) on conflict do nothing';
  await transaction.query(endpoint, [userId, url]);
  return insertDelivery(transaction, delivery);
}
