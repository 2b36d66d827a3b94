import { randomBytes } from 'node:crypto';
import type { Clock } from '../../core/clock.ts';
import type { Executor } from '../../db/client.ts';
import type { DomainEvent, EventListener } from '../../events/event.ts';
import type { DeliveryBell } from './dispatch/delivery-bell.ts';

/** Writes a delivery for every event that somebody wants to be told of, in the event's own transaction. */
export function createDeliveryListener(parts: { clock: Clock; bell: DeliveryBell }): EventListener {
  return async (transaction, event) => {
    if (event.webhookUrl === null) return;
    const now = parts.clock.now();
    const delivery = { event, url: event.webhookUrl, id: newDeliveryId(now), dueAt: now };
    const targetId = await insertDelivery(transaction, delivery);
    transaction.afterCommit(() => parts.bell.ring(targetId));
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
  dueAt: Date;
}

/** Gives the id of its target, which is made with the first delivery to a URL. */
async function insertDelivery(transaction: Executor, delivery: NewDelivery): Promise<number> {
  const { id, event, url, dueAt } = delivery;
  // Looked up before it is inserted: a target that is there is neither locked nor counted on.
  const [row] = await transaction.query<{ target_id: number }>(
    `with known as (
       select id from webhook_targets where user_id = $2 and md5(url) = md5($3)),
     made as (
       insert into webhook_targets (user_id, url) select $2, $3 where not exists (select from known)
       on conflict do nothing returning id)
     insert into webhook_deliveries
       (id, user_id, target_id, assistant_id, event, subject_id, payload, next_attempt_at)
     select $1, $2, target.id, $4, $5, $6, $7, $8
     from (select id from known union all select id from made) as target
     returning target_id`,
    [
      id,
      event.userId,
      url,
      event.assistantId,
      event.type,
      event.subjectId,
      JSON.stringify(event.payload),
      dueAt,
    ],
  );
  // Another transaction made the target between our look and our insert; the next statement sees it.
  return row?.target_id ?? insertDelivery(transaction, delivery);
}
