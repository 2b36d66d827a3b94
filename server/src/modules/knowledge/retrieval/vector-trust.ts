import { SMALLEST_SAMPLE, type Spread } from './fusion.ts';
import { spreadOf } from './spread.ts';

/** One passage of a sample: its words, and how near it is to another one of the sample. */
export interface SamplePassage {
  terms: ReadonlySet<string>;
  similarityTo(other: number): number;
}

export interface VectorTrust {
  trust: number;
  background: Spread;
}

/** Passages whose nearest ones are looked for. */
const PROBES = 48;
/** Agreement of a good embedder is 0.35 to 0.45, of noise 0 ± 0.06. */
const FULL_AGREEMENT = 0.25;

/**
 * Whether an embedder makes sense of these texts at all: do passages that it finds near each other share more rare words
 * than passages taken at random? An English model on Thai texts, or a broken endpoint, does not.
 */
export function vectorTrust(sample: readonly SamplePassage[]): VectorTrust {
  const similarities: number[] = [];
  const overlap = overlapOf(sample);
  let near = 0;
  let nearest = 0;
  let random = 0;
  const probes = sample.slice(0, PROBES);
  for (const [probe, passage] of probes.entries()) {
    const others = sample
      .keys()
      .filter((other) => other !== probe)
      .map((other) => {
        const similarity = passage.similarityTo(other);
        similarities.push(similarity);
        return { similarity, shared: overlap(probe, other) };
      })
      .toArray();
    near += others.reduce(
      (best, other) => (other.similarity > best.similarity ? other : best),
      others[0] ?? NOTHING,
    ).shared;
    nearest += Math.max(0, ...others.map(({ shared }) => shared));
    random += others.reduce((total, { shared }) => total + shared, 0) / Math.max(1, others.length);
  }
  const background = spreadOf(similarities);
  // Then the embedder is believed.
  if (sample.length < SMALLEST_SAMPLE || nearest <= random) return { trust: 1, background };
  const agreement = (near - random) / (nearest - random);
  return { trust: Math.min(1, Math.max(0, agreement / FULL_AGREEMENT)), background };
}

const NOTHING = { similarity: 0, shared: 0 };

/** Cosine of two passages' words, weighted by rarity within the sample. */
function overlapOf(sample: readonly SamplePassage[]): (a: number, b: number) => number {
  const frequency = new Map<string, number>();
  for (const { terms } of sample) {
    for (const term of terms) frequency.set(term, (frequency.get(term) ?? 0) + 1);
  }
  const weight = (term: string): number => Math.log(1 + sample.length / (frequency.get(term) ?? 1)) ** 2;
  const lengths = sample.map(
    ({ terms }) => Math.sqrt([...terms].reduce((sum, term) => sum + weight(term), 0)) || 1,
  );
  return (a, b) => {
    const other = sample[b]?.terms;
    let shared = 0;
    for (const term of sample[a]?.terms ?? []) {
      if (other?.has(term)) shared += weight(term);
    }
    return shared / ((lengths[a] ?? 1) * (lengths[b] ?? 1));
  };
}
