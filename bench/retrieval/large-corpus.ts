import type { ChunkRecord } from '../../server/src/modules/knowledge/retrieval/loader.ts';
import { seededRandom } from './random.ts';
import type { JudgedSet } from './sets.ts';

/**
 * Generates any number of passages from real ones: mixed sentences of two passages, two unique words each so that the
 * vocabulary grows realistically, and the mean of both vectors with some noise. Random vectors would distort the search,
 * while these form clusters like real ones.
 */
export function largeCorpus(set: JudgedSet, count: number): ChunkRecord[] {
  const random = seededRandom(20_261_121);
  const sentences = set.passages.map(({ text }) =>
    text.split(/(?<=[.?!])\s+/).filter((part) => part.length > 2),
  );
  const pick = (): number => Math.floor(random() * set.passages.length);
  return Array.from({ length: count }, (_, id) => {
    const [one, two] = [pick(), pick()];
    const mixed = [...(sentences[one] ?? []).slice(0, 3), ...(sentences[two] ?? []).slice(-2)];
    const heading = set.passages[one]?.heading ?? '';
    const text = `${mixed.join(' ').slice(0, 480)} ref${id} item${Math.floor(random() * count)}`;
    const vector = mixture(set.passageVectors[one], set.passageVectors[two], random);
    return {
      id,
      documentId: Math.floor(id / 50),
      generation: 1,
      position: id % 50,
      heading,
      text,
      vector,
      revision: 1,
    };
  });
}

function mixture(
  one: Float32Array | undefined,
  two: Float32Array | undefined,
  random: () => number,
): Float32Array {
  const length = one?.length ?? 0;
  const noise = 1.2 / Math.sqrt(length);
  const values = Float32Array.from(
    { length },
    (_, index) => 0.7 * (one?.[index] ?? 0) + 0.4 * (two?.[index] ?? 0) + noise * (random() - 0.5),
  );
  const norm = Math.hypot(...values);
  return values.map((value) => value / norm);
}
