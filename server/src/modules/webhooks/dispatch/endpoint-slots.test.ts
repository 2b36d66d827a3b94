import fc from 'fast-check';
import { expect, test } from 'vitest';
import { EndpointSlots } from './endpoint-slots.ts';

let next = 0;

/** Makes all claims, as if each endpoint had unlimited deliveries, and starts them. */
function claimAll(slots: EndpointSlots, nowMs = 0): { endpointId: number; deliveryId: string }[] {
  const begun: { endpointId: number; deliveryId: string }[] = [];
  for (let claims = slots.takeClaims(); claims.length > 0; claims = slots.takeClaims()) {
    for (const claim of claims) {
      slots.settleClaim(claim, claim.capacity);
      for (let index = 0; index < claim.capacity; index += 1) {
        next += 1;
        begun.push({ endpointId: claim.endpointId, deliveryId: `msg_${next}` });
        slots.begin(claim.endpointId, `msg_${next}`, nowMs);
      }
    }
  }
  return begun;
}

function finish(
  slots: EndpointSlots,
  { endpointId, deliveryId }: { endpointId: number; deliveryId: string },
  about: { hasSucceeded: boolean; tookMs: number },
): void {
  slots.judge(endpointId, deliveryId, about);
  slots.leave(endpointId, deliveryId);
}

const quick = { hasSucceeded: true, tookMs: 3 };
const numbers = (count: number, from = 1) => Array.from({ length: count }, (_, index) => from + index);

test('gives an endpoint more slots after successes, up to the limit', () => {
  const slots = new EndpointSlots();
  slots.markDue([1]);
  const counts: number[] = [];
  let begun = claimAll(slots);
  for (let round = 0; round < 8; round += 1) {
    counts.push(begun.length);
    for (const one of begun) finish(slots, one, quick);
    begun = claimAll(slots);
  }
  expect(counts).toEqual([2, 4, 8, 16, 32, 64, 64, 64]);
});

test('takes slots from a failing endpoint, down to one', () => {
  const slots = new EndpointSlots();
  slots.markDue([1]);
  const [first, second] = claimAll(slots);
  if (first === undefined || second === undefined) throw new Error('A new target has two.');
  finish(slots, first, { hasSucceeded: false, tookMs: 3 });
  finish(slots, second, { hasSucceeded: false, tookMs: 3 });
  expect(claimAll(slots)).toHaveLength(1);
});

test('frees a slot when the response arrives; too many unstored results stop all claims', () => {
  const slots = new EndpointSlots();
  slots.markDue(numbers(400));
  const settling: { endpointId: number; deliveryId: string }[] = [];
  for (let begun = claimAll(slots); begun.length > 0; begun = claimAll(slots)) {
    for (const { endpointId, deliveryId } of begun) slots.judge(endpointId, deliveryId, quick);
    settling.push(...begun);
  }
  expect(settling.length).toBeGreaterThanOrEqual(1024);
  expect(slots.claimed()).toHaveLength(settling.length);
  for (const { endpointId, deliveryId } of settling) slots.leave(endpointId, deliveryId);
  expect(slots.claimed()).toEqual([]);
  expect(claimAll(slots).length).toBeGreaterThan(0);
});

test('claims for a busy endpoint only when enough of its slots are free', () => {
  const slots = new EndpointSlots();
  slots.markDue([1]);
  let begun = claimAll(slots);
  while (begun.length < 64) {
    for (const one of begun) finish(slots, one, quick);
    begun = claimAll(slots);
  }
  for (const one of begun.splice(0, 15)) finish(slots, one, quick);
  expect(claimAll(slots)).toHaveLength(0);
  for (const one of begun.splice(0, 1)) finish(slots, one, quick);
  expect(claimAll(slots)).toHaveLength(16);
});

test('keeps slots for healthy endpoints when others hang', () => {
  const slots = new EndpointSlots();
  slots.markDue(numbers(200, 1000));
  const hanging = claimAll(slots);
  slots.watch(1000);
  const healthy = numbers(50);
  slots.markDue(healthy);
  // Hanging requests already exceed the limit for slow endpoints, so no slow endpoint gets another slot.
  const begun = claimAll(slots, 1000);
  expect(begun.map(({ endpointId }) => endpointId).sort((a, b) => a - b)).toEqual(
    healthy.flatMap((id) => [id, id]),
  );
  for (const one of hanging) finish(slots, one, { hasSucceeded: false, tookMs: 15_000 });
  const again = claimAll(slots, 15_000);
  expect(again).toHaveLength(96);
  expect(new Set(again.map(({ endpointId }) => endpointId)).size).toBe(96);
});

test('gives a slow endpoint few slots, and all of them again when it becomes fast', () => {
  const slots = new EndpointSlots();
  slots.markDue([1]);
  let begun = claimAll(slots);
  const slow = { hasSucceeded: true, tookMs: 2000 };
  for (let round = 0; round < 20; round += 1) {
    for (const one of begun) finish(slots, one, slow);
    begun = claimAll(slots);
  }
  expect(begun).toHaveLength(16);
  for (let round = 0; round < 8; round += 1) {
    for (const one of begun) finish(slots, one, quick);
    begun = claimAll(slots);
  }
  expect(begun).toHaveLength(64);
});

test('serves waiting endpoints in turn', () => {
  const slots = new EndpointSlots();
  slots.markDue(numbers(3000));
  const served = new Set<number>();
  let rounds = 0;
  for (; served.size < 3000 && rounds < 20; rounds += 1) {
    for (const one of claimAll(slots)) {
      served.add(one.endpointId);
      finish(slots, one, quick);
    }
  }
  expect(served.size).toBe(3000);
});

test('never exceeds a limit or loses a slot', () => {
  const steps = fc.array(
    fc.record({
      due: fc.array(fc.integer({ min: 1, max: 300 }), { maxLength: 60 }),
      finishing: fc.integer({ min: 0, max: 200 }),
      hasSucceeded: fc.boolean(),
      tookMs: fc.constantFrom(1, 999, 1000, 15_000),
      passesMs: fc.constantFrom(0, 100, 2000),
    }),
    { maxLength: 12 },
  );
  const check = fc.property(steps, (all) => {
    const slots = new EndpointSlots();
    const running: { endpointId: number; deliveryId: string }[] = [];
    let nowMs = 0;
    for (const { due, finishing, passesMs, ...about } of all) {
      slots.markDue(due);
      running.push(...claimAll(slots, nowMs));
      const counts = Map.groupBy(running, ({ endpointId }) => endpointId);
      expect(Math.max(0, ...[...counts.values()].map((own) => own.length))).toBeLessThanOrEqual(64);
      expect(slots.claimed().sort()).toEqual(running.map(({ deliveryId }) => deliveryId).sort());
      nowMs += passesMs;
      slots.watch(nowMs);
      for (const one of running.splice(0, finishing)) finish(slots, one, about);
    }
    for (const one of running) finish(slots, one, quick);
    expect(slots.claimed()).toEqual([]);
    slots.markDue([9999]);
    const served = new Set<number>();
    for (let round = 0; round < 20 && !served.has(9999); round += 1) {
      for (const one of claimAll(slots)) {
        served.add(one.endpointId);
        finish(slots, one, quick);
      }
    }
    expect(served.has(9999)).toBe(true);
  });
  fc.assert(check, { numRuns: 30 });
});
