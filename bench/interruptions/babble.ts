import { seededRandom } from '../../server/src/core/seeded-random.ts';
import type { Speakers } from '../kit/simulated-call/speakers.ts';
import { atLevel, normalized } from '../voice-activity/noises.ts';

const RATE_HZ = 8000;
/** Conversations at other tables. */
const TALK = [
  'I told him that the house by the river was sold last summer, and nobody had asked us.',
  'Then we drove along the coast until the evening, because the motorway was closed again.',
  'She never liked the colour of that kitchen, but the price was good and they were in a hurry.',
  'Two more coffees please, and could we have the bill when you have a moment.',
  'My brother has worked there for eleven years, and they still spell his name wrong.',
  'It rained for three days, so we played cards and finished all the books we had brought.',
];
const MOST_PAUSE_MS = 900;

/** Several people who talk simultaneously, with pauses, at different distances. */
export async function babble(
  speakers: Speakers,
  people: number,
  { seconds, levelDbfs }: { seconds: number; levelDbfs: number },
): Promise<Int16Array> {
  const random = seededRandom(people);
  const mixed = new Float32Array(seconds * RATE_HZ);
  for (let person = 0; person < people; person += 1) {
    const gain = 0.5 + random() / 2;
    // With more people than voices, the pitch is shifted slightly.
    const pace = person < speakers.count ? 1 : 0.88 + 0.24 * random();
    let at = -Math.floor(random() * 3 * RATE_HZ);
    for (let sentence = person; at < mixed.length; sentence += 1) {
      const { samples } = await speakers.say(person, TALK[sentence % TALK.length] ?? '', levelDbfs);
      at = addTo(mixed, at, { sound: normalized(Float32Array.from(samples)), gain, pace });
      at += Math.floor((random() * MOST_PAUSE_MS * RATE_HZ) / 1000);
    }
  }
  return atLevel(mixed, levelDbfs);
}

/** @returns the end position */
function addTo(
  mixed: Float32Array,
  at: number,
  { sound, gain, pace }: { sound: Float32Array; gain: number; pace: number },
): number {
  const length = Math.floor(sound.length / pace);
  for (let index = Math.max(0, -at); index < length && at + index < mixed.length; index += 1) {
    mixed[at + index] = (mixed[at + index] ?? 0) + gain * (sound[Math.floor(index * pace)] ?? 0);
  }
  return at + length;
}
