import { createBatcher } from '../../../core/batcher.ts';
import type { Log } from '../../../core/log.ts';
import type { Database } from '../../../db/client.ts';
import { afterAttempt } from '../rules.ts';
import type { DeliveryNotifier, NearDispatcher } from './delivery-notifier.ts';
import { EndpointSlots } from './endpoint-slots.ts';
import { ExpectedDeliveries } from './expected-deliveries.ts';
import { notifyWhenDue } from './notify-when-due.ts';
import {
  type Claim,
  type ClaimedDelivery,
  claimDeliveries,
  findDueEndpoints,
  findOwnClaims,
  freeDeadClaims,
  giveBackClaims,
} from './queue.ts';
import { type SendDeps, sendDelivery } from './send-delivery.ts';
import { type SettledAttempt, settleAttempts } from './settle.ts';

export interface DispatcherDeps extends SendDeps {
  database: Database;
  log: Log;
  /** This process in the table of processes: its claims are free when it is dead. */
  processId: string;
  notifier: DeliveryNotifier;
  /** From 0 to 1, for the jitter of retries. */
  random: () => number;
}

/** How often due retries, rings that were lost and claims of the dead are looked for. */
const POLL_MS = 1000;
const WATCH_MS = 250;
/** Pause before results are stored again when the database did not take them. */
const STORE_AGAIN_MS = 1000;
const MAX_BATCH = 256;

/**
 * Sends what is due: claims in batches, as many as there are places, and stores results in batches. Events of this
 * process come at once, claimed already; everything else is found by looking once a second.
 */
export class Dispatcher implements NearDispatcher {
  readonly #deps: DispatcherDeps;
  readonly #slots = new EndpointSlots();
  readonly #expected = new ExpectedDeliveries();
  /** Claimed, and to be given back as there was no place for them. */
  readonly #unplaced: ClaimedDelivery[] = [];
  readonly #sending = new Set<Promise<void>>();
  readonly #draining = new AbortController();
  readonly #over = new AbortController();
  readonly #store: (attempt: SettledAttempt) => Promise<null>;
  /** The claim or look under way: one at a time, so that nobody mistakes a claim for a lost one. */
  #work: Promise<void> | null = null;
  #isPollDue = true;
  /** A claim whose answer was lost may have taken deliveries that nobody here knows of. */
  #mayHaveLostClaims = false;
  readonly #loops: Promise<void>[];

  constructor(deps: DispatcherDeps) {
    this.#deps = deps;
    this.#store = createBatcher((attempts) => this.#settle(attempts), MAX_BATCH);
    deps.notifier.answer(this);
    this.#loops = [
      this.#every(POLL_MS, () => {
        this.#isPollDue = true;
        this.#pump();
      }),
      this.#every(WATCH_MS, () => {
        this.#slots.watch(deps.clock.monotonicMs());
        this.#pump();
      }),
    ];
    this.#pump();
  }

  /** These targets have deliveries that are due. */
  notify(endpointIds: readonly number[]): void {
    this.#slots.markDue(endpointIds);
    this.#pump();
  }

  announce(delivery: { id: string; url: string }): string | null {
    const nowMs = this.#deps.clock.now().getTime();
    return this.#expected.announce(delivery, nowMs) ? this.#deps.processId : null;
  }

  dismiss(deliveryId: string): void {
    this.#expected.arrive(deliveryId);
  }

  adopt(delivery: ClaimedDelivery): void {
    const isExpected = this.#expected.arrive(delivery.id);
    if (isExpected && this.#slots.hasPlace(delivery.endpointId)) this.#begin(delivery);
    else {
      this.#unplaced.push(delivery);
      this.#expected.pause(delivery.url, this.#deps.clock.now().getTime());
      this.#pump();
    }
  }

  /** Claims nothing more and resolves when what is under way is sent and stored. */
  async drain(): Promise<void> {
    this.#deps.notifier.answer(null);
    this.#draining.abort(new Error('This process is stopping.'));
    await Promise.all(this.#loops);
    await this.#work;
    await Promise.all(this.#sending);
  }

  /** Calls off what `drain` would still wait for; others send it. */
  async abandon(): Promise<void> {
    const { database, processId, log } = this.#deps;
    this.#over.abort(new Error('This process is stopping.'));
    await this.drain();
    const claims = findOwnClaims(database, processId);
    await claims
      .then((ids) => giveBackClaims(database, processId, ids))
      .catch((error: unknown) =>
        log.warn({ error }, 'Webhooks that were not sent stay claimed until this process is gone.'),
      );
  }

  async #every(periodMs: number, work: () => void): Promise<void> {
    const { signal } = this.#draining;
    while (!signal.aborted) {
      await this.#deps.clock.sleep(periodMs, signal).then(work, () => undefined);
    }
  }

  #pump(): void {
    if (this.#work !== null || this.#draining.signal.aborted) return;
    const work = this.#nextWork();
    if (work === null) return;
    this.#work = work.then((goesOn) => {
      this.#work = null;
      if (goesOn) this.#pump();
    });
  }

  #nextWork(): Promise<boolean> | null {
    if (this.#isPollDue) return this.#poll();
    if (this.#unplaced.length > 0) return this.#giveBack();
    const claims = this.#slots.takeClaims();
    return claims.length === 0 ? null : this.#claim(claims);
  }

  /** Tells whether to go on at once: after a failure the next tick is soon enough. */
  async #poll(): Promise<boolean> {
    const { database, clock, processId, log } = this.#deps;
    this.#isPollDue = false;
    try {
      await freeDeadClaims(database, processId);
      if (this.#expected.giveUpOld(clock.now().getTime())) this.#mayHaveLostClaims = true;
      if (this.#mayHaveLostClaims) await this.#freeLostClaims();
      const now = clock.now();
      const until = new Date(now.getTime() + POLL_MS);
      const found = Map.groupBy(
        await findDueEndpoints(database, { now, until }),
        ({ dueAt }) => dueAt <= now,
      );
      this.#slots.markDue((found.get(true) ?? []).map(({ endpointId }) => endpointId));
      void notifyWhenDue(found.get(false) ?? [], {
        ...{ clock, signal: this.#draining.signal },
        notify: (endpointIds) => this.notify(endpointIds),
      });
      return true;
    } catch (error) {
      log.warn({ error }, 'Due webhooks could not be looked for.');
      return false;
    }
  }

  async #freeLostClaims(): Promise<void> {
    const { database, processId } = this.#deps;
    this.#mayHaveLostClaims = false;
    try {
      const claims = await findOwnClaims(database, processId);
      // Looked up after the claims: what was announced or adopted meanwhile is known by now.
      const known = new Set(this.#known());
      const lost = claims.filter((id) => !known.has(id));
      if (lost.length > 0) await giveBackClaims(database, processId, lost);
    } catch (error) {
      this.#mayHaveLostClaims = true;
      throw error;
    }
  }

  #known(): string[] {
    return [...this.#slots.claimed(), ...this.#expected.ids(), ...this.#unplaced.map(({ id }) => id)];
  }

  async #giveBack(): Promise<boolean> {
    const { database, processId, log } = this.#deps;
    const deliveries = this.#unplaced.splice(0);
    this.#slots.markDue(deliveries.map(({ endpointId }) => endpointId));
    try {
      await giveBackClaims(
        database,
        processId,
        deliveries.map(({ id }) => id),
      );
      return true;
    } catch (error) {
      this.#mayHaveLostClaims = true;
      log.warn({ error }, 'Webhooks without a place could not be given back yet.');
      return false;
    }
  }

  async #claim(claims: readonly Claim[]): Promise<boolean> {
    const { database, clock, processId, log } = this.#deps;
    try {
      const deliveries = await claimDeliveries(database, claims, { processId, now: clock.now() });
      const counts = Map.groupBy(deliveries, ({ endpointId }) => endpointId);
      for (const claim of claims) this.#slots.settleClaim(claim, counts.get(claim.endpointId)?.length ?? 0);
      for (const delivery of deliveries) this.#begin(delivery);
      return true;
    } catch (error) {
      this.#mayHaveLostClaims = true;
      this.#slots.markDue(claims.map(({ endpointId }) => endpointId));
      log.warn({ error }, 'Due webhooks could not be claimed.');
      return false;
    }
  }

  #begin(delivery: ClaimedDelivery): void {
    const { endpointId, id } = delivery;
    this.#slots.begin(endpointId, id, this.#deps.clock.monotonicMs());
    const sending = this.#deliver(delivery)
      .catch((error: unknown) => {
        // Called off, or its secret cannot be read: the claim is given back, and the next look tries again.
        this.#mayHaveLostClaims = true;
        if (!this.#over.signal.aborted) this.#deps.log.error({ error }, 'A webhook could not be sent.');
      })
      .finally(() => {
        this.#slots.leave(endpointId, id);
        this.#sending.delete(sending);
        this.#pump();
      });
    this.#sending.add(sending);
  }

  async #deliver(delivery: ClaimedDelivery): Promise<void> {
    const { id, endpointId, retryCount } = delivery;
    const sent = await sendDelivery(this.#deps, delivery, this.#over.signal);
    const { verdict, startedAt, finishedAt, responseBody } = sent;
    const tookMs = finishedAt.getTime() - startedAt.getTime();
    this.#slots.judge(endpointId, id, { hasSucceeded: verdict.kind === 'delivered', tookMs });
    this.#pump();
    const progress = afterAttempt(verdict, { retryCount, now: finishedAt, random: this.#deps.random() });
    await this.#store({
      ...{ deliveryId: id, endpointId, retryCount, startedAt, finishedAt, responseBody, progress },
      number: delivery.attemptCount + 1,
      kind: verdict.kind,
      statusCode: verdict.statusCode,
      reason: verdict.reason,
    });
  }

  /** Tries until the database takes them, or this process gives up its claims. */
  async #settle(attempts: readonly SettledAttempt[]): Promise<null[]> {
    const { database, clock, processId, log } = this.#deps;
    for (;;) {
      try {
        for (const { endpointId, reason } of await settleAttempts(database, processId, attempts)) {
          log.warn({ endpointId, reason }, 'A webhook target is disabled.');
        }
        return attempts.map(() => null);
      } catch (error) {
        log.warn({ error }, 'Results of webhooks could not be stored yet.');
        await clock.sleep(STORE_AGAIN_MS, this.#over.signal);
      }
    }
  }
}
