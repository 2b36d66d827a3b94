import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Behavior, seededBehaviors, seededPopulation } from './seeded-population.ts';

const numbers = Array.from({ length: 5000 }, (_, index) => `+4072${String(1_000_000 + index * 37)}`);

function count(behaviorOf: (number: string) => Behavior): Map<Behavior, number> {
  const counts = new Map<Behavior, number>();
  for (const number of numbers) {
    const behavior = behaviorOf(number);
    counts.set(behavior, (counts.get(behavior) ?? 0) + 1);
  }
  return counts;
}

test('equal seeds give equal populations; different seeds differ', () => {
  fc.assert(
    fc.property(
      fc.integer(),
      fc.array(fc.constantFrom(...numbers.slice(0, 50)), { maxLength: 100 }),
      (seed, calls) => {
        const [one, other] = [seededBehaviors({ seed }), seededBehaviors({ seed })];
        for (const number of calls) expect(one(number)).toBe(other(number));
      },
    ),
  );
  const [one, other] = [seededBehaviors({ seed: 1 }), seededBehaviors({ seed: 2 })];
  expect(numbers.filter((number) => one(number) === other(number)).length).toBeLessThan(numbers.length / 2);
});

test('behaviors match the configured shares', () => {
  const shares = { busy: 0.2, 'no-answer': 0.3, voicemail: 0.1, 'wrong-number': 0.1 } as const;
  const counts = count(seededBehaviors({ seed: 3, shares }));
  // Nine in ten numbers exist; three in ten of these do not answer.
  expect((counts.get('wrong-number') ?? 0) / numbers.length).toBeCloseTo(0.1, 1);
  expect((counts.get('no-answer') ?? 0) / numbers.length).toBeCloseTo(0.27, 1);
  expect((counts.get('talks') ?? 0) / numbers.length).toBeCloseTo(0.36, 1);
});

test('availability changes between calls; a wrong number stays wrong', () => {
  const behaviorOf = seededBehaviors({ seed: 4, shares: { 'no-answer': 0.5, 'wrong-number': 0.2 } });
  const calls = numbers.slice(0, 200).map((number) => [behaviorOf(number), behaviorOf(number)]);
  const wrong = calls.filter(([first]) => first === 'wrong-number');
  expect(wrong.length).toBeGreaterThan(10);
  for (const call of wrong) expect(call).toEqual(['wrong-number', 'wrong-number']);
  expect(calls.some(([first, second]) => first === 'no-answer' && second === 'talks')).toBe(true);
});

test('answer times differ between people', () => {
  const person = seededPopulation({ seed: 5, shares: {} });
  const times = new Set(numbers.slice(0, 100).map((number) => JSON.stringify(person(number).pickUp)));
  expect(times.size).toBeGreaterThan(80);
});
