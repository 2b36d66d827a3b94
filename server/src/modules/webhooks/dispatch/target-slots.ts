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

interface Target {
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
export class TargetSlots {
  readonly #targets = new Map<number, Target>();
  /** Targets that may have something due, longest unserved first. */
  readonly #due = new Set<number>();
  /** Sent, but the results not stored. */
  readonly #settling = new Set<string>();
  #fast = 0;
  #slow = 0;

  markDue(targetIds: readonly number[]): void {
    for (const id of targetIds) this.#due.add(id);
  }

  /** What may be claimed now. The targets count as served: `settleClaim` says when one has more. */
  takeClaims(): Claim[] {
    const claims: Claim[] = [];
    const due = [...this.#due];
    let room = Math.min(MAX_CLAIMS, MAX_SETTLING - this.#settling.size);
    for (const isSlow of [false, true]) {
      const group = due.filter((id) => (this.#targets.get(id)?.isSlow ?? false) === isSlow);
      let free = Math.min(room, isSlow ? SLOW_SLOTS - this.#slow : FAST_SLOTS - this.#fast);
      for (const targetId of group) {
        const capacity = Math.min(free, this.#capacityOf(targetId));
        if (capacity <= 0) continue;
        claims.push({ targetId, capacity });
        this.#due.delete(targetId);
        free -= capacity;
        room -= capacity;
      }
    }
    return claims;
  }

  /** A claim that was filled leaves more behind, perhaps. */
  settleClaim({ targetId, capacity }: Claim, claimed: number): void {
    const isFilled = claimed >= capacity;
    if (isFilled) this.#due.add(targetId);
    const target = this.#targets.get(targetId);
    if (target !== undefined) target.claim = isFilled ? Math.min(target.claim * 2, MAX_CLAIM) : FIRST_CLAIM;
  }

  /** Whether a delivery that nobody asked for can begin at once. */
  hasPlace(targetId: number): boolean {
    const { limit, running, isSlow } = this.#targets.get(targetId) ?? newTarget();
    const isFull = isSlow ? this.#slow >= SLOW_SLOTS : this.#fast >= FAST_SLOTS;
    return running.size < limit && !isFull && this.#settling.size < MAX_SETTLING;
  }

  begin(targetId: number, deliveryId: string, nowMs: number): void {
    const target = this.#targets.get(targetId) ?? newTarget();
    this.#targets.set(targetId, target);
    target.running.set(deliveryId, nowMs);
    this.#count(target, 1);
  }

  /** The request is over: its place is free, and its result waits to be stored until `leave`. */
  judge(
    targetId: number,
    deliveryId: string,
    { hasSucceeded, tookMs }: { hasSucceeded: boolean; tookMs: number },
  ): void {
    const target = this.#targets.get(targetId);
    if (target?.running.delete(deliveryId) !== true) return;
    this.#count(target, -1);
    this.#settling.add(deliveryId);
    this.#setSlow(target, tookMs >= SLOW_MS);
    const most = target.isSlow ? SLOW_LIMIT : FAST_LIMIT;
    if (hasSucceeded) target.limit = Math.min(target.limit + 1, most);
    else target.limit = target.isSlow ? 1 : Math.max(1, target.limit >> 1);
  }

  /** Its result is stored, or it was called off. */
  leave(targetId: number, deliveryId: string): void {
    if (this.#settling.delete(deliveryId)) return;
    const target = this.#targets.get(targetId);
    if (target?.running.delete(deliveryId) === true) this.#count(target, -1);
  }

  /** Finds targets that have kept a request waiting for too long by now, and forgets fast ones without work. */
  watch(nowMs: number): void {
    for (const [id, target] of this.#targets) {
      const [oldest] = target.running.values();
      if (oldest !== undefined && nowMs - oldest >= SLOW_MS) {
        this.#setSlow(target, true);
        target.limit = Math.min(target.limit, SLOW_LIMIT);
      }
      if (oldest === undefined && !target.isSlow && !this.#due.has(id)) this.#targets.delete(id);
    }
  }

  /** Ids of all deliveries that are claimed here. */
  claimed(): string[] {
    return [...this.#settling, ...[...this.#targets.values()].flatMap(({ running }) => [...running.keys()])];
  }

  #capacityOf(targetId: number): number {
    const { limit, running, claim } = this.#targets.get(targetId) ?? newTarget();
    const free = limit - running.size;
    return free >= limit * FREE_PART ? Math.min(free, claim) : 0;
  }

  #setSlow(target: Target, isSlow: boolean): void {
    if (target.isSlow === isSlow) return;
    this.#count(target, -target.running.size);
    target.isSlow = isSlow;
    this.#count(target, target.running.size);
  }

  #count(target: Target, change: number): void {
    if (target.isSlow) this.#slow += change;
    else this.#fast += change;
  }
}

function newTarget(): Target {
  return { limit: FIRST_LIMIT, isSlow: false, claim: FIRST_CLAIM, running: new Map() };
}
