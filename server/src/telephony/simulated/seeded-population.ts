import { seededRandom } from '../../core/seeded-random.ts';
import type { Population } from './person.ts';
import { sandboxPerson } from './sandbox-population.ts';

/** Behaviors and the endings of the sandbox numbers that show them (docs/guides/sandbox-calls.md). */
export const BEHAVIORS = {
  talks: '00',
  busy: '01',
  'no-answer': '02',
  voicemail: '03',
  declines: '04',
  'wrong-number': '05',
  'carrier-error': '06',
  'hangs-up-midway': '07',
  'silent-person': '10',
  'full-mailbox': '12',
  'opts-out': '14',
} as const;

export type Behavior = keyof typeof BEHAVIORS;

/** Probability of each behavior; the remaining people talk. */
export type Shares = Partial<Record<Exclude<Behavior, 'talks'>, number>>;

/** Typical results of outbound campaigns to opted-in numbers. */
const USUAL: Shares = {
  'no-answer': 0.3,
  voicemail: 0.18,
  busy: 0.08,
  declines: 0.05,
  'hangs-up-midway': 0.05,
  'wrong-number': 0.03,
  'carrier-error': 0.02,
  'full-mailbox': 0.02,
  'silent-person': 0.01,
  'opts-out': 0.02,
};

/** Behaviors that never change for a number. */
const LASTING: readonly Behavior[] = ['wrong-number', 'opts-out'];

export interface SeededPopulationOptions {
  seed: number;
  shares?: Shares;
}

/** Returns the behavior of a number's next call; deterministic by seed, number and calls so far. */
export function seededBehaviors({
  seed,
  shares = USUAL,
}: SeededPopulationOptions): (number: string) => Behavior {
  const tries = new Map<string, number>();
  return (number) => {
    const count = tries.get(number) ?? 0;
    tries.set(number, count + 1);
    const lasting = draw(shares, seededRandom(mix(seed, number, 0))());
    if (LASTING.includes(lasting)) return lasting;
    const rest = Object.fromEntries(
      Object.entries(shares).filter(([behavior]) => !LASTING.some((one) => one === behavior)),
    );
    return draw(rest, seededRandom(mix(seed, number, count + 1))());
  };
}

/** People with individual answer times and otherwise the behavior of the sandbox numbers. */
export function seededPopulation(options: SeededPopulationOptions): Population {
  const behaviorOf = seededBehaviors(options);
  return (number) => {
    const person = sandboxPerson(BEHAVIORS[behaviorOf(number)]);
    if (person.pickUp.type !== 'answers') return person;
    const afterMs = 1000 + Math.round(9000 * seededRandom(mix(options.seed, number, -1))());
    return { ...person, pickUp: { type: 'answers', afterMs } };
  };
}

function draw(shares: Shares, at: number): Behavior {
  let upTo = 0;
  for (const behavior of behaviors()) {
    upTo += behavior === 'talks' ? 0 : (shares[behavior] ?? 0);
    if (at < upTo) return behavior;
  }
  return 'talks';
}

function behaviors(): Behavior[] {
  return Object.keys(BEHAVIORS).filter((name): name is Behavior => Object.hasOwn(BEHAVIORS, name));
}

/** FNV-1a hash of the number, seeded with `seed` and `count`. */
function mix(seed: number, number: string, count: number): number {
  let hash = Math.imul(seed ^ 0x811c_9dc5, 0x0100_0193) ^ count;
  for (let index = 0; index < number.length; index += 1)
    hash = Math.imul(hash ^ number.charCodeAt(index), 0x0100_0193);
  return hash >>> 0;
}
