import { seededRandom } from '../../../src/core/seeded-random.ts';

/** How the model fails before it gives the answer of a step. */
export type ModelFailure =
  | 'status-500'
  | 'status-429'
  | 'status-400'
  | 'reset'
  | 'cut-in-arguments'
  | 'cut-after-call'
  | 'cut-in-words'
  | 'error-event'
  | 'empty'
  | 'stall';

/** How the tool's endpoint fails after it has counted a request. */
export type EndpointFailure = 'status-500' | 'reset' | 'slow';

/** The tool calls that answer a message: their tokens, in rounds. */
export interface Plan {
  rounds: string[][];
  /** Calls the tools again when a failed result comes back. */
  isPersistent: boolean;
  /** Ignores the results of earlier attempts when the customer's message is the newest. */
  isForgetful: boolean;
  /** Speaks before it calls a tool. */
  hasPreface: boolean;
  /** Puts its reasoning into the answer. */
  thinks: boolean;
}

/** A random choice that depends only on the seed and the name, not on the order of events. */
export function choice(seed: number, name: string): () => number {
  let hash = seed | 0;
  for (const character of name) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x0100_0193);
  const random = seededRandom(hash);
  // The first numbers of similar states are similar.
  for (let skipped = 0; skipped < 8; skipped += 1) random();
  return random;
}

const pick = <Value>(random: () => number, values: readonly Value[]): Value => {
  const value = values[Math.floor(random() * values.length)];
  if (value === undefined) throw new Error('Nothing to pick from.');
  return value;
};

/** @param marker name of the message, such as `c3.m1` */
export function planOf(seed: number, marker: string): Plan {
  const random = choice(seed, marker);
  const shape = pick(random, [[], [1], [1], [1], [2], [2], [1, 1], [2, 1]]);
  return {
    rounds: shape.map((calls, round) =>
      Array.from({ length: calls }, (_, index) => `${marker}.r${round}.t${index}`),
    ),
    isPersistent: random() < 0.6,
    isForgetful: random() < 0.4,
    hasPreface: random() < 0.2,
    thinks: random() < 0.3,
  };
}

const PASSING: readonly ModelFailure[] = [
  'status-500',
  'status-429',
  'reset',
  'cut-in-arguments',
  'cut-after-call',
  'cut-in-words',
  'error-event',
  'empty',
];

/** Failures of a step, in order: mostly none; some exhaust the retries of one attempt or of two. */
export function modelFailures(
  seed: number,
  step: string,
  { mayStall }: { mayStall: boolean },
): ModelFailure[] {
  const random = choice(seed, `model ${step}`);
  const share = random();
  if (share < 0.5) return [];
  if (share < 0.54) return ['status-400'];
  if (share < 0.56) return [mayStall ? 'stall' : 'status-400'];
  const count = share < 0.75 ? 1 : share < 0.83 ? 2 : share < 0.95 ? 3 : 6;
  return Array.from({ length: count }, () => pick(random, PASSING));
}

export function endpointFailures(seed: number, token: string): EndpointFailure[] {
  const random = choice(seed, `endpoint ${token}`);
  const share = random();
  if (share < 0.75) return [];
  const count = share < 0.93 ? 1 : 2;
  return Array.from({ length: count }, () =>
    pick(random, ['status-500', 'status-500', 'reset', 'reset', 'slow']),
  );
}
