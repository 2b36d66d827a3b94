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
  /** Id of this process. Its claims are released when it dies. */
  processId: string;
  notifier: DeliveryNotifier;
  /** Returns a number from 0 to 1 for the jitter of retries. */
  random: () => number;
}

/** Poll interval for due retries, lost notifications and claims of dead processes. */
const POLL_MS = 1000;
const WATCH_MS = 250;
/** Pause before results are stored again after a database failure. */
const STORE_AGAIN_MS = 1000;
const MAX_BATCH = 256;

/**
 * Sends due deliveries: claims them in batches, limited by slots, and stores the results in batches. Deliveries
 * recorded by this process arrive already claimed; all others are found by notifications or by polling once a second.
 */
export class Dispatcher implements NearDispatcher {
  readonly #deps: DispatcherDeps;
  readonly #slots = new EndpointSlots();
  readonly #expected = new ExpectedDeliveries();
  /** Deliveries that were claimed without a free slot and must be released. */
  readonly #unplaced: ClaimedDelivery[] = [];
  readonly #sending = new Set<Promise<void>>();
  readonly #draining = new AbortController();
  readonly #over = new AbortController();
  readonly #store: (attempt: SettledAttempt) => Promise<null>;
  /** The running claim or poll. Only one runs at a time, so that a running claim is not mistaken for a lost one. */
  #work: Promise<void> | null = null;
  #isPollDue = true;
  /** True if the response to a claim was lost: it may have claimed deliveries that this process does not know. */
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

  /** Called when these endpoints have due deliveries. */
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

  /** Stops claiming; resolves when the running deliveries are sent and stored. */
  async drain(): Promise<void> {
    this.#deps.notifier.answer(null);
    this.#draining.abort(new Error('This process is stopping.'));
    await Promise.all(this.#loops);
    await this.#work;
    await Promise.all(this.#sending);
  }

  /** Aborts the deliveries that `drain` waits for and releases them, so that other processes send them. */
  async abandon(): Promise<void> {
    const { database, processId, log } = this.#deps;
    this.#over.abort(new Error('This process is stopping.'));
    await this.drain();
    const claims = findOwnClaims(database, processId);
    await claims
      .then((ids) => giveBackClaims(database, processId, ids))
      .catch((error: unknown) =>
        log.warn({ error }, 'Could not release unsent webhooks; they stay claimed until this process ends.'),
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

  /**
   * Searches for due deliveries.
   * @returns whether to continue immediately; false after a failure, because the next tick is soon enough
   */
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
        clock,
        signal: this.#draining.signal,
        notify: (endpointIds) => this.notify(endpointIds),
      });
      return true;
    } catch (error) {
      log.warn({ error }, 'Could not search for due webhooks.');
      return false;
    }
  }

  async #freeLostClaims(): Promise<void> {
    const { database, processId } = this.#deps;
    this.#mayHaveLostClaims = false;
    try {
      const claims = await findOwnClaims(database, processId);
      // Read after the query, so that it includes deliveries that were announced or adopted during the query.
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
      log.warn({ error }, 'Could not release claimed webhooks that have no free slot; retrying.');
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
      log.warn({ error }, 'Could not claim due webhooks.');
      return false;
    }
  }

  #begin(delivery: ClaimedDelivery): void {
    const { endpointId, id } = delivery;
    this.#slots.begin(endpointId, id, this.#deps.clock.monotonicMs());
    const sending = this.#deliver(delivery)
      .catch((error: unknown) => {
        // The delivery was aborted, or its secret cannot be read. The claim is released, and the next poll retries.
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
      deliveryId: id,
      endpointId,
      retryCount,
      startedAt,
      finishedAt,
      responseBody,
      progress,
      number: delivery.attemptCount + 1,
      kind: verdict.kind,
      statusCode: verdict.statusCode,
      reason: verdict.reason,
    });
  }

  /** Retries until the results are stored or this process gives up its claims. */
  async #settle(attempts: readonly SettledAttempt[]): Promise<null[]> {
    const { database, clock, processId, log } = this.#deps;
    for (;;) {
      try {
        for (const { endpointId, reason } of await settleAttempts(database, processId, attempts)) {
          log.warn({ endpointId, reason }, 'A webhook endpoint was disabled.');
        }
        return attempts.map(() => null);
      } catch (error) {
        log.warn({ error }, 'Could not store webhook results; retrying.');
        await clock.sleep(STORE_AGAIN_MS, this.#over.signal);
      }
    }
  }
}
