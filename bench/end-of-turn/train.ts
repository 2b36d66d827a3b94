import { completeness } from '../../server/src/voice/turn-detector/completeness.ts';
import type { TurnFeatures, TurnWeights } from '../../server/src/voice/turn-detector/turn-features.ts';
import { WEIGHTS } from '../../server/src/voice/turn-detector/weights.ts';
import type { Example } from './examples.ts';

/** Evaluation times within a pause, in milliseconds. */
const LOOKS_MS = [240, 400, 600, 900];
const ROUNDS = 1500;
const RATE = 0.5;
const SHRINK = 0.001;

type Vector = Record<string, number>;

/** Logistic regression by gradient descent. Every pause counts once per evaluation that it lasts. */
export function train(examples: readonly Example[]): TurnWeights {
  const rows = examples.flatMap((example) =>
    LOOKS_MS.filter((lookMs) => lookMs < example.pauseMs).flatMap((lookMs) =>
      masked(example.featuresAt(lookMs)).map((features) => ({
        vector: vectorOf(features),
        isEnd: Number(example.isEnd),
      })),
    ),
  );
  const ends = examples.filter(({ isEnd }) => isEnd).length;
  const weights: Vector = {};
  for (let round = 0; round < ROUNDS; round += 1) {
    const gradient: Vector = {};
    for (const { vector, isEnd } of rows) {
      const sum = Object.entries(vector).reduce(
        (total, [name, value]) => total + value * (weights[name] ?? 0),
        0,
      );
      // Ends and pauses have the same total weight. A pause that is over before an evaluation has no row for it, which is
      // informative.
      const share = 0.5 / LOOKS_MS.length / 3 / (isEnd === 1 ? ends : examples.length - ends);
      const miss = (isEnd - 1 / (1 + Math.exp(-sum))) * share;
      for (const [name, value] of Object.entries(vector))
        gradient[name] = (gradient[name] ?? 0) + miss * value;
    }
    for (const [name, slope] of Object.entries(gradient)) {
      weights[name] = (weights[name] ?? 0) + RATE * 10 * (slope - SHRINK * (weights[name] ?? 0));
    }
  }
  return weightsOf(weights);
}

/** Each input must also work alone, because words may be late and some languages have no word lists. */
function masked(features: TurnFeatures): TurnFeatures[] {
  return [features, { ...features, text: null }, { ...features, prosody: null }];
}

function vectorOf({ pause, text, prosody }: TurnFeatures): Vector {
  const vector: Vector = { always: 1, pause };
  if (text !== null) Object.assign(vector, { withText: 1, ...text });
  if (prosody !== null) Object.assign(vector, { withProsody: 1, ...prosody });
  return vector;
}

function weightsOf(vector: Vector): TurnWeights {
  const pick = <Part extends object>(part: Part): Part =>
    Object.assign(
      { ...part },
      Object.fromEntries(Object.keys(part).map((name) => [name, rounded(vector[name])])),
    );
  const { text, prosody, ...plain } = WEIGHTS;
  return { ...pick(plain), text: pick(text), prosody: pick(prosody) };
}

function rounded(value = 0): number {
  return Math.round(value * 100) / 100;
}

/** Balanced accuracy over ends and pauses with these weights at 240 ms. */
export function balancedAccuracy(examples: readonly Example[], weights: TurnWeights): number {
  const share = (isEnd: boolean): number => {
    const some = examples.filter((example) => example.isEnd === isEnd);
    return (
      some.filter((one) => completeness(one.featuresAt(240), weights) >= 0.5 === isEnd).length / some.length
    );
  };
  return (share(true) + share(false)) / 2;
}
