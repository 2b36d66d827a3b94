import fc from 'fast-check';
import { expect, test } from 'vitest';
import { orderServices } from './order-services.ts';

const records = fc.array(
  fc.record({
    name: fc.string({ minLength: 1, maxLength: 4 }),
    priority: fc.integer({ min: 0, max: 3 }),
    weight: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 65_535 })),
  }),
  { maxLength: 12 },
);

const below1 = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });

/** Deterministic random numbers from 0 to below 1 (Park and Miller). */
function seeded(): () => number {
  let state = 1;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

test('every record appears once, ordered by priority', () => {
  fc.assert(
    fc.property(records, fc.array(below1, { minLength: 1 }), (services, numbers) => {
      let drawn = 0;
      const ordered = orderServices(services, () => numbers[drawn++ % numbers.length] ?? 0);
      expect(ordered).toHaveLength(services.length);
      expect(new Set(ordered)).toEqual(new Set(services));
      const priorities = ordered.map(({ priority }) => priority);
      expect(priorities).toEqual([...priorities].sort((one, two) => one - two));
    }),
  );
});

test('the order of equal priorities does not depend on the input order', () => {
  const services = [
    { name: 'a', priority: 1, weight: 10 },
    { name: 'b', priority: 1, weight: 30 },
    { name: 'c', priority: 1, weight: 60 },
  ];
  for (const given of [services, services.toReversed()]) {
    const random = seeded();
    const firsts = new Map<string, number>();
    for (let draw = 0; draw < 10_000; draw += 1) {
      const name = orderServices(given, random)[0]?.name ?? '';
      firsts.set(name, (firsts.get(name) ?? 0) + 1);
    }
    expect((firsts.get('a') ?? 0) / 10_000).toBeCloseTo(0.1, 1);
    expect((firsts.get('b') ?? 0) / 10_000).toBeCloseTo(0.3, 1);
    expect((firsts.get('c') ?? 0) / 10_000).toBeCloseTo(0.6, 1);
  }
});

test('weight 0 comes first rarely but not never', () => {
  const services = [
    { name: 'heavy', priority: 1, weight: 100 },
    { name: 'light', priority: 1, weight: 0 },
  ];
  expect(orderServices(services, () => 0)[0]?.name).toBe('light');
  expect(orderServices(services, () => 0.02)[0]?.name).toBe('heavy');
  expect(orderServices(services, () => 0.999)[0]?.name).toBe('heavy');
});
