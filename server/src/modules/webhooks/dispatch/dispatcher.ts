import { createBatcher } from '../../../core/batcher.ts';
import type { Clock } from '../../../core/clock.ts';
import type { Log } from '../../../core/log.ts';
import type { SecretBox } from '../../../core/secret-box.ts';
import { storableText } from '../../../core/storable.ts';
import type { Database } from '../../../db/client.ts';
import type { OutboundClient, OutboundResult } from '../../../http/outbound/outbound-request.ts';
import { Alarm } from '../../../work/alarm.ts';
import { type Loop, type Run, startLoop } from '../../../work/loop.ts';
import type { Notifier } from '../../../work/notifier.ts';
import { openHeaders } from '../endpoints/endpoint-headers.ts';
import { ANSWER_TIMEOUT_MS, afterAttempt, judgeAnswer, KEPT_ANSWER_BYTES, type Verdict } from '../rules.ts';
import type { KeyCache } from '../secrets/key-cache.ts';
import { signedHeaders } from '../secrets/sign-request.ts';
import { EndpointSlots } from './endpoint-slots.ts';
import type { ExpectedDeliveries } from './expected-deliveries.ts';
import {
  type Claim,
  type ClaimedDelivery,
  claimDeliveries,
  type DueEndpoint,
  findDueEndpoints,
  findOwnClaims,
  freeDeadClaims,
  giveBackClaims,
} from './queue.ts';
import { type SettledAttempt, settleAttempts } from './settle.ts';

export interface DispatcherDeps extends SendDeps {
  database: Database;
  log: Log;
  /** Id of this process. Its claims are released when it dies. */
  processId: string;
  notifier: Notifier;
  expected: ExpectedDeliveries;
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
export class Dispatcher {
  readonly #deps: DispatcherDeps;
  readonly #slots = new EndpointSlots();
  /** Deliveries that were claimed without a free slot and must be released. */
  readonly #unplaced: ClaimedDelivery[] = [];
  readonly #sending = new Set<Promise<void>>();
  readonly #over = new AbortController();
  readonly #store: (attempt: SettledAttempt) => Promise<null>;
  /** Deliveries that become due before the next poll; the same endpoint may have several. */
  readonly #alarm: Alarm<DueEndpoint>;
  /** Claims and polls, one at a time, so that a running claim is not mistaken for a lost one. */
  readonly #loop: Loop;
  /** Marks slow endpoints; apart, so that a slow database does not delay it. */
  readonly #watch: Loop;
  /** True if the response to a claim was lost: it may have claimed deliveries that this process does not know. */
  #mayHaveLostClaims = false;

  constructor(deps: DispatcherDeps) {
    this.#deps = deps;
    const { clock, log, processId, notifier, expected } = deps;
    this.#store = createBatcher((attempts) => this.#settle(attempts), MAX_BATCH);
    this.#alarm = new Alarm({
      clock,
      onDue: (coming) => this.#notify(coming.map(({ endpointId }) => endpointId)),
    });
    notifier.subscribe('webhooks', (endpointIds) => this.#notify(endpointIds));
    expected.setDispatcher({ processId, adopt: (delivery, isExpected) => this.#adopt(delivery, isExpected) });
    this.#loop = startLoop({
      name: 'webhooks',
      intervalMs: POLL_MS,
      clock,
      log,
      work: (run) => this.#work(run),
    });
    this.#watch = startLoop({
      name: 'slow webhook endpoints',
      intervalMs: WATCH_MS,
      clock,
      log,
      work: async () => {
        this.#slots.watch(clock.monotonicMs());
        this.#loop.wake();
      },
    });
  }

  /** Stops claiming; resolves when the running deliveries are sent and stored. */
  async drain(): Promise<void> {
    this.#deps.notifier.subscribe('webhooks', null);
    this.#deps.expected.setDispatcher(null);
    this.#alarm.stop();
    await Promise.all([this.#loop.stop(), this.#watch.stop()]);
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

  #notify(endpointIds: readonly number[]): void {
    this.#slots.markDue(endpointIds);
    this.#loop.wake();
  }

  /** Takes over a delivery that was committed as claimed by this process. */
  #adopt(delivery: ClaimedDelivery, isExpected: boolean): void {
    if (isExpected && this.#slots.hasPlace(delivery.endpointId)) this.#begin(delivery);
    else {
      this.#unplaced.push(delivery);
      this.#deps.expected.pause(delivery.url);
      this.#loop.wake();
    }
  }

  /** One step, and then the next after a turn of the loop, so that claims of a backlog do not delay polls. */
  async #work({ isDue }: Run): Promise<void> {
    if (isDue) await this.#poll();
    if (this.#unplaced.length > 0) await this.#giveBack();
    const claims = this.#slots.takeClaims();
    if (claims.length === 0) return;
    await this.#claim(claims);
    this.#loop.wake();
  }

  /** Searches for due deliveries and lost claims. */
  async #poll(): Promise<void> {
    const { database, clock, processId, expected } = this.#deps;
    await freeDeadClaims(database, processId);
    if (expected.giveUpOld()) this.#mayHaveLostClaims = true;
    if (this.#mayHaveLostClaims) await this.#freeLostClaims();
    const now = clock.now();
    // Beyond the next poll, which begins a moment later than this.
    const until = new Date(now.getTime() + POLL_MS + WATCH_MS);
    for (const found of await findDueEndpoints(database, { now, until })) {
      if (found.dueAt <= now) this.#slots.markDue([found.endpointId]);
      else this.#alarm.set(found, found.dueAt.getTime());
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
    return [...this.#slots.claimed(), ...this.#deps.expected.ids(), ...this.#unplaced.map(({ id }) => id)];
  }

  async #giveBack(): Promise<void> {
    const { database, processId } = this.#deps;
    const deliveries = this.#unplaced.splice(0);
    this.#slots.markDue(deliveries.map(({ endpointId }) => endpointId));
    try {
      await giveBackClaims(
        database,
        processId,
        deliveries.map(({ id }) => id),
      );
    } catch (error) {
      this.#mayHaveLostClaims = true;
      throw error;
    }
  }

  async #claim(claims: readonly Claim[]): Promise<void> {
    const { database, clock, processId } = this.#deps;
    try {
      const deliveries = await claimDeliveries(database, claims, { processId, now: clock.now() });
      const counts = Map.groupBy(deliveries, ({ endpointId }) => endpointId);
      for (const claim of claims) this.#slots.settleClaim(claim, counts.get(claim.endpointId)?.length ?? 0);
      for (const delivery of deliveries) this.#begin(delivery);
    } catch (error) {
      this.#mayHaveLostClaims = true;
      this.#slots.markDue(claims.map(({ endpointId }) => endpointId));
      throw error;
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
        this.#loop.wake();
      });
    this.#sending.add(sending);
  }

  async #deliver(delivery: ClaimedDelivery): Promise<void> {
    const { id, endpointId, retryCount } = delivery;
    const sent = await sendDelivery(this.#deps, delivery, this.#over.signal);
    const { verdict, startedAt, finishedAt, responseBody } = sent;
    const tookMs = finishedAt.getTime() - startedAt.getTime();
    this.#slots.judge(endpointId, id, { hasSucceeded: verdict.kind === 'delivered', tookMs });
    this.#loop.wake();
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

interface SendDeps {
  clock: Clock;
  outbound: OutboundClient;
  keys: KeyCache;
  secretBox: Pick<SecretBox, 'decrypt'>;
  /** `User-Agent` header, such as `Parley/1.2.3`. */
  userAgent: string;
}

/** Makes one attempt. Rejects if `signal` aborts; the outcome is then unknown. */
async function sendDelivery(
  { clock, outbound, keys, secretBox, userAgent }: SendDeps,
  delivery: ClaimedDelivery,
  signal: AbortSignal,
): Promise<{ startedAt: Date; finishedAt: Date; verdict: Verdict; responseBody: string }> {
  const { id, payload, url } = delivery;
  const signing = await keys.keysFor(delivery.userId, delivery.currentSecretId);
  const own = openHeaders(secretBox, delivery.userId, delivery.sealedHeaders);
  const startedAt = clock.now();
  const signed = signedHeaders(signing, { id, sentAt: startedAt, body: payload, userAgent });
  const result = await outbound.request({
    method: 'POST',
    url,
    headers: { ...Object.fromEntries(own.map(({ name, value }) => [name.toLowerCase(), value])), ...signed },
    body: payload,
    timeoutMs: ANSWER_TIMEOUT_MS,
    maxResponseBytes: KEPT_ANSWER_BYTES,
    overflow: 'truncate',
    // The body may break off: only the status counts, and it has already arrived.
    brokenBody: 'truncate',
    redirects: 0,
    signal,
  });
  const finishedAt = clock.now();
  return { startedAt, finishedAt, verdict: verdictOf(result, finishedAt), responseBody: bodyText(result) };
}

function verdictOf(result: OutboundResult, now: Date): Verdict {
  if (result.kind === 'response') {
    return judgeAnswer({ status: result.status, retryAfter: result.headers['retry-after'] }, now);
  }
  return { kind: 'failed', statusCode: null, reason: failureReason(result), retryAfterMs: null };
}

function failureReason(failure: Exclude<OutboundResult, { kind: 'response' }>): string {
  switch (failure.kind) {
    case 'refused':
    case 'unreachable':
      return failure.reason;
    case 'timeout':
      return `The endpoint did not answer within ${ANSWER_TIMEOUT_MS / 1000} seconds.`;
    case 'too-large':
      return 'The response was too large.';
    case 'too-many-redirects':
      return 'The endpoint redirected too many times.';
  }
}

/** Returns the body with replacement characters for invalid UTF-8. */
function bodyText(result: OutboundResult): string {
  return result.kind === 'response' ? storableText(result.body.toString('utf8')) : '';
}
