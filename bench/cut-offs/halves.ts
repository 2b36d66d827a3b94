import { seededRandom } from '../../server/src/core/seeded-random.ts';
import { breakNear, transcribed } from '../end-of-turn/examples.ts';
import { ENGLISH } from '../end-of-turn/sentences.ts';
import type { Piece } from '../kit/simulated-call/simulated-caller.ts';
import type { Speakers, Utterance } from '../kit/simulated-call/speakers.ts';
import { trimmed } from '../voice-loop/spoken.ts';

const VOICES_EACH = 3;
const SPEECH_DBFS = -24;

/** A sentence with a pause in the middle: the audio of both halves, and their transcripts. */
export type Halves = readonly [Piece, Piece];

/** Sentences outside the turn detector's training data, each in several voices, split at a natural pause. */
export async function heldHalves(speakers: Speakers): Promise<Halves[]> {
  const random = seededRandom(7);
  const held = ENGLISH.filter((sentence, index) => index % 3 === 0 && sentence.includes(' | '));
  const halves: Halves[] = [];
  for (const [place, marked] of held.entries()) {
    const parts = marked.split(' | ');
    const count = 1 + (place % (parts.length - 1));
    const [before, after] = [parts.slice(0, count).join(' '), parts.slice(count).join(' ')];
    for (let voice = 0; voice < VOICES_EACH; voice += 1) {
      const [first, second] = await broken(speakers, place + voice * 2, { before, after });
      halves.push([
        { utterance: first, pauseMs: 0, transcript: transcribed(before, false, random()) },
        { utterance: second, pauseMs: 0, transcript: transcribed(after, true, random()) },
      ]);
    }
  }
  return halves;
}

/** A comma gives the voice mid-sentence prosody; the split is found by its silence. */
async function broken(
  speakers: Speakers,
  speaker: number,
  { before, after }: { before: string; after: string },
): Promise<[Utterance, Utterance]> {
  const end = after.endsWith('?') ? '' : '.';
  const { samples } = await speakers.say(speaker, `${before}, ${after}${end}`, SPEECH_DBFS);
  const alone = await speakers.say(speaker, `${before}.`, SPEECH_DBFS);
  const at = breakNear(samples, alone.samples.length);
  return [
    { samples: trimmed(samples.slice(0, at)), text: before },
    { samples: trimmed(samples.slice(at)), text: after },
  ];
}
