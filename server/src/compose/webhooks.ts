import type pg from 'pg';
import type { Clock } from '../core/clock.ts';
import type { Disposer } from '../core/disposer.ts';
import type { Log } from '../core/log.ts';
import type { SecretBox } from '../core/secret-box.ts';
import type { Shutdown } from '../core/shutdown.ts';
import { USER_AGENT } from '../core/user-agent.ts';
import { openDatabase } from '../db/client.ts';
import { createEventRecorder, type EventListener } from '../events/event.ts';
import type { AddressRange } from '../http/outbound/address-rules.ts';
import type { Resolve } from '../http/outbound/guarded-connect.ts';
import { createOutboundClient } from '../http/outbound/outbound-client.ts';
import { Dispatcher } from '../modules/webhooks/dispatch/dispatcher.ts';
import { ExpectedDeliveries } from '../modules/webhooks/dispatch/expected-deliveries.ts';
import { createDeliveryListener } from '../modules/webhooks/events.ts';
import { createKeyCache } from '../modules/webhooks/secrets/key-cache.ts';
import { signingSecrets } from '../modules/webhooks/secrets/secret-store.ts';
import type { Notifier } from '../work/notifier.ts';

/** Creates the event recorder. `listeners` receive an event first, then webhooks. */
export function composeEvents(deps: {
  clock: Clock;
  notifier: Notifier;
  listeners: readonly EventListener[];
}): { recordEvent: EventListener; expected: ExpectedDeliveries } {
  const { clock, notifier } = deps;
  const expected = new ExpectedDeliveries(clock);
  const webhooks = createDeliveryListener({ clock, notifier, expected });
  return { recordEvent: createEventRecorder([...deps.listeners, webhooks]), expected };
}

/** Connections for claims and batched results. */
const DISPATCH_CONNECTIONS = 3;
/** Matches the dispatcher's concurrency, so that the dispatcher, not the connection pool, limits slow endpoints. */
const CONNECTIONS_PER_ORIGIN = 1000;

/** Always uses generic plans: wide statements cost more to plan than to run, and their plans do not depend on values. */
async function keepPlans(client: pg.ClientBase): Promise<void> {
  await client.query('set plan_cache_mode = force_generic_plan');
}

export interface WebhookDeps {
  connection: pg.PoolConfig;
  allowPrivate: readonly AddressRange[];
  resolve: Resolve | undefined;
  processId: string;
  clock: Clock;
  log: Log;
  secretBox: SecretBox;
  notifier: Notifier;
  expected: ExpectedDeliveries;
  disposer: Disposer;
  shutdown: Shutdown;
}

/** Starts sending webhooks in this process. */
export function startWebhooks(deps: WebhookDeps): void {
  const { connection, clock, log, secretBox, notifier, expected, disposer, shutdown } = deps;
  const pool = { ...connection, max: DISPATCH_CONNECTIONS, onConnect: keepPlans };
  const database = openDatabase(pool, (error) =>
    log.warn({ error }, 'Lost an idle database connection for webhooks.'),
  );
  disposer.own('webhook database pool', database, (owned) => owned.close());
  // A separate client, so that hanging endpoints do not use up connections of tools and websites.
  const { allowPrivate, resolve } = deps;
  const options = { allowPrivate, resolve, clock, connectionsPerOrigin: CONNECTIONS_PER_ORIGIN };
  const outbound = disposer.own('webhook client', createOutboundClient(options), (owned) => owned.close());
  const keys = createKeyCache(clock, (userId) => signingSecrets({ database, secretBox }, userId));
  const { processId } = deps;
  const dispatcher = new Dispatcher({
    database,
    clock,
    log,
    processId,
    notifier,
    expected,
    outbound,
    keys,
    secretBox,
    userAgent: USER_AGENT,
    random: Math.random,
  });
  disposer.own('webhooks', dispatcher, async (owned) => {
    await shutdown.bound(owned.drain());
    await owned.abandon();
  });
}
