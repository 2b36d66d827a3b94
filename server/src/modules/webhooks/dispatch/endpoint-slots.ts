import type { Claim } from './queue.ts';

/** An endpoint that takes longer is slow: what it is sent counts against the share of the slow. */
const SLOW_MS = 1000;
const FAST_SLOTS = 512;
const SLOW_SLOTS = 96;
/** A target begins low and earns more with every success, so that many that hang cannot take all before it shows. */
const FIRST_LIMIT = 2;
const FAST_LIMIT = 64;
const SLOW_LIMIT = 16;
/** Deliveries that all claims of one statement take at most. */
const MAX_CLAIMS = 256;
/** Of one target: few at first, as most have but one; more each time it had them, as large claims cost least. */
const FIRST_CLAIM = 2;
const MAX_CLAIM = 32;
/** Results that wait to be stored, at most: a database that takes none stops the claims. */
const MAX_SETTLING = 1024;
/** A busy target gets new deliveries once this part of its places is free, so that claims are few and large. */
const FREE_PART = 1 / 4;

interface Endpoint {
  /** Requests at a time. */
  limit: number;
  isSlow: boolean;
  /** What its next claim asks for. */
  claim: number;
  /** Deliveries that are being sent; when each began. */
  running: Map<string, number>;
}

/**
 * Shares the places for requests among targets: each has a limit of its own, and all targets that are slow or hang
 * have only a small part of the whole together. Nothing here waits or knows the time.
 */
export class EndpointSlots {
  readonly #endpoints = new Map<number, Endpoint>();
  /** Targets that may have something due, longest unserved first. */
  readonly #due = new Set<number>();
  /** Sent, but the results not stored. */
  readonly #settling = new Set<string>();
  #fast = 0;
  #slow = 0;

  markDue(endpointIds: readonly number[]): void {
    for (const id of endpointIds) this.#due.add(id);
  }

  /** What may be claimed now. The targets count as served: `settleClaim` says when one has more. */
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

  /** A claim that was filled leaves more behind, perhaps. */
  settleClaim({ endpointId, capacity }: Claim, claimed: number): void {
    const isFilled = claimed >= capacity;
    if (isFilled) this.#due.add(endpointId);
    const endpoint = this.#endpoints.get(endpointId);
    if (endpoint !== undefined)
      endpoint.claim = isFilled ? Math.min(endpoint.claim * 2, MAX_CLAIM) : FIRST_CLAIM;
  }

  /** Whether a delivery that nobody asked for can begin at once. */
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

  /** The request is over: its place is free, and its result waits to be stored until `leave`. */
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

  /** Its result is stored, or it was called off. */
  leave(endpointId: number, deliveryId: string): void {
    if (this.#settling.delete(deliveryId)) return;
    const endpoint = this.#endpoints.get(endpointId);
    if (endpoint?.running.delete(deliveryId) === true) this.#count(endpoint, -1);
  }

  /** Finds targets that have kept a request waiting for too long by now, and forgets fast ones without work. */
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

  /** Ids of all deliveries that are claimed here. */
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
