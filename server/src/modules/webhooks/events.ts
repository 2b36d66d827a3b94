import { randomBytes } from 'node:crypto';
import type { Clock } from '../../core/clock.ts';
import type { Executor } from '../../db/client.ts';
import type { DomainEvent, EventListener } from '../../events/event.ts';
import type { DeliveryBell } from './dispatch/delivery-bell.ts';

/** Writes a delivery for every event that somebody wants to be told of, in the event's own transaction. */
export function createDeliveryListener(parts: { clock: Clock; bell: DeliveryBell }): EventListener {
  const { clock, bell } = parts;
  return async (transaction, event) => {
    if (event.webhookUrl === null) return;
    const dueAt = clock.now();
    const id = newDeliveryId(dueAt);
    const payload = JSON.stringify(event.payload);
    const claimant = bell.announce(id);
    const row = await insertDelivery(transaction, {
      ...{ id, event, url: event.webhookUrl, payload, dueAt, claimant },
    });
    const { userId, type } = event;
    transaction.afterCommit(() => {
      if (!row.isClaimed) bell.ring(row.targetId);
      else {
        bell.adopt({
          ...{ id, userId, targetId: row.targetId, url: event.webhookUrl ?? '', event: type, payload },
          ...{ attemptCount: 0, retryCount: 0, currentSecretId: row.currentSecretId },
        });
      }
    });
  };
}

/** `msg_` and 32 hexadecimal digits, of which the first 12 are the time, so that indexes grow at their end. */
function newDeliveryId(now: Date): string {
  return `msg_${now.getTime().toString(16).padStart(12, '0')}${randomBytes(10).toString('hex')}`;
}

interface NewDelivery {
  id: string;
  event: DomainEvent;
  url: string;
  payload: string;
  dueAt: Date;
  /** The process that sends it right after the commit; null: whoever claims it. */
  claimant: string | null;
}

interface InsertedDelivery {
  targetId: number;
  /** Not where its target is disabled. */
  isClaimed: boolean;
  currentSecretId: number | null;
}

/** Its target is made with the first delivery to a URL. */
async function insertDelivery(transaction: Executor, delivery: NewDelivery): Promise<InsertedDelivery> {
  const { id, event, url, payload, dueAt, claimant } = delivery;
  // Looked up before it is inserted: a target that is there is neither locked nor counted on.
  const [row] = await transaction.query<InsertedDelivery>(
    `with known as (
       select id, disabled_at from webhook_targets where user_id = $2 and md5(url) = md5($3)),
     made as (
       insert into webhook_targets (user_id, url) select $2, $3 where not exists (select from known)
       on conflict do nothing returning id, disabled_at)
     insert into webhook_deliveries
       (id, user_id, target_id, assistant_id, event, subject_id, payload, next_attempt_at, process_id)
     select $1, $2, target.id, $4, $5, $6, $7, $8, case when target.disabled_at is null then $9::uuid end
     from (select id, disabled_at from known union all select id, disabled_at from made) as target
     returning target_id as "targetId", process_id is not null as "isClaimed",
       (select id from webhook_secrets where user_id = $2 and retires_at is null) as "currentSecretId"`,
    [id, event.userId, url, event.assistantId, event.type, event.subjectId, payload, dueAt, claimant],
  );
  // Another transaction made the target between our look and our insert; the next statement sees it.
  return row ?? insertDelivery(transaction, delivery);
}
