import type { Claim } from './queue.ts';

/** An endpoint whose requests take this long counts as slow. */
const SLOW_MS = 1000;
const FAST_SLOTS = 512;
const SLOW_SLOTS = 96;
/**
 * Slots of a new endpoint. It earns more with successes, so that many hanging endpoints cannot take all slots at first.
 */
const FIRST_LIMIT = 2;
const FAST_LIMIT = 64;
const SLOW_LIMIT = 16;
/** Maximum deliveries claimed by one statement. */
const MAX_CLAIMS = 256;
/** Size of an endpoint's first claim. It grows with each filled claim, because large claims are cheapest. */
const FIRST_CLAIM = 2;
const MAX_CLAIM = 32;
/** Maximum number of unstored results; nothing is claimed beyond it. */
const MAX_SETTLING = 1024;
/**
 * Share of its slots that must be free before deliveries of a busy endpoint are claimed again, so that claims are few
 * and large.
 */
const FREE_PART = 1 / 4;

interface Endpoint {
  /** Maximum number of concurrent requests. */
  limit: number;
  isSlow: boolean;
  /** Size of its next claim. */
  claim: number;
  /** Start times of the running deliveries, in milliseconds, by delivery id. */
  running: Map<string, number>;
}

/**
 * Shares request slots among endpoints. Each has its own limit, and all slow or hanging endpoints
 * together get only a small part. Pure state: no timers, no clock.
 */
export class EndpointSlots {
  readonly #endpoints = new Map<number, Endpoint>();
  /** Endpoints that may have due deliveries, least recently served first. */
  readonly #due = new Set<number>();
  /** Ids of deliveries that were sent and whose results are not stored yet. */
  readonly #settling = new Set<string>();
  #fast = 0;
  #slow = 0;

  markDue(endpointIds: readonly number[]): void {
    for (const id of endpointIds) this.#due.add(id);
  }

  /** Returns the claims to make now. Marks the endpoints as served; `settleClaim` marks those that have more. */
  takeClaims(): Claim[] {
    const claims: Claim[] = [];
    const due = [...this.#due];
    let room = Math.min(MAX_CLAIMS, MAX_SETTLING - this.#settling.size);
    for (const isSlow of [false, true]) {
      const group = due.filter((id) => (this.#endpoints.get(id)?.isSlow ?? false) === isSlow);
      let free = Math.min(room, isSlow ? SLOW_SLOTS - this.#slow : FAST_SLOTS - this.#fast);
      for (const endpointId of group) {
        const capacity = Math.min(free, this.#capacityOf(endpointId));
        if (capacity <= 0) continue;
        claims.push({ endpointId, capacity });
        this.#due.delete(endpointId);
        free -= capacity;
        room -= capacity;
      }
    }
    return claims;
  }

  /** Records the size of a claim. After a full claim the endpoint may have more due deliveries. */
  settleClaim({ endpointId, capacity }: Claim, claimed: number): void {
    const isFilled = claimed >= capacity;
    if (isFilled) this.#due.add(endpointId);
    const endpoint = this.#endpoints.get(endpointId);
    if (endpoint !== undefined)
      endpoint.claim = isFilled ? Math.min(endpoint.claim * 2, MAX_CLAIM) : FIRST_CLAIM;
  }

  /** True if a delivery that was not claimed through `takeClaims` can start immediately. */
  hasPlace(endpointId: number): boolean {
    const { limit, running, isSlow } = this.#endpoints.get(endpointId) ?? newEndpoint();
    const isFull = isSlow ? this.#slow >= SLOW_SLOTS : this.#fast >= FAST_SLOTS;
    return running.size < limit && !isFull && this.#settling.size < MAX_SETTLING;
  }

  begin(endpointId: number, deliveryId: string, nowMs: number): void {
    const endpoint = this.#endpoints.get(endpointId) ?? newEndpoint();
    this.#endpoints.set(endpointId, endpoint);
    endpoint.running.set(deliveryId, nowMs);
    this.#count(endpoint, 1);
  }

  /**
   * Records a finished request: frees its slot and adapts the endpoint's limit. The result counts as unstored until
   * `leave`.
   */
  judge(
    endpointId: number,
    deliveryId: string,
    { hasSucceeded, tookMs }: { hasSucceeded: boolean; tookMs: number },
  ): void {
    const endpoint = this.#endpoints.get(endpointId);
    if (endpoint?.running.delete(deliveryId) !== true) return;
    this.#count(endpoint, -1);
    this.#settling.add(deliveryId);
    this.#setSlow(endpoint, tookMs >= SLOW_MS);
    const most = endpoint.isSlow ? SLOW_LIMIT : FAST_LIMIT;
    if (hasSucceeded) endpoint.limit = Math.min(endpoint.limit + 1, most);
    else endpoint.limit = endpoint.isSlow ? 1 : Math.max(1, endpoint.limit >> 1);
  }

  /** Called when the result was stored or the delivery was aborted. */
  leave(endpointId: number, deliveryId: string): void {
    if (this.#settling.delete(deliveryId)) return;
    const endpoint = this.#endpoints.get(endpointId);
    if (endpoint?.running.delete(deliveryId) === true) this.#count(endpoint, -1);
  }

  /** Marks endpoints with long-running requests as slow, and forgets idle fast ones. */
  watch(nowMs: number): void {
    for (const [id, endpoint] of this.#endpoints) {
      const [oldest] = endpoint.running.values();
      if (oldest !== undefined && nowMs - oldest >= SLOW_MS) {
        this.#setSlow(endpoint, true);
        endpoint.limit = Math.min(endpoint.limit, SLOW_LIMIT);
      }
      if (oldest === undefined && !endpoint.isSlow && !this.#due.has(id)) this.#endpoints.delete(id);
    }
  }

  /** Ids of all deliveries claimed by this process. */
  claimed(): string[] {
    return [
      ...this.#settling,
      ...[...this.#endpoints.values()].flatMap(({ running }) => [...running.keys()]),
    ];
  }

  #capacityOf(endpointId: number): number {
    const { limit, running, claim } = this.#endpoints.get(endpointId) ?? newEndpoint();
    const free = limit - running.size;
    return free >= limit * FREE_PART ? Math.min(free, claim) : 0;
  }

  #setSlow(endpoint: Endpoint, isSlow: boolean): void {
    if (endpoint.isSlow === isSlow) return;
    this.#count(endpoint, -endpoint.running.size);
    endpoint.isSlow = isSlow;
    this.#count(endpoint, endpoint.running.size);
  }

  #count(endpoint: Endpoint, change: number): void {
    if (endpoint.isSlow) this.#slow += change;
    else this.#fast += change;
  }
}

function newEndpoint(): Endpoint {
  return { limit: FIRST_LIMIT, isSlow: false, claim: FIRST_CLAIM, running: new Map() };
}
