import { systemClock } from '../../server/src/core/clock.ts';
import { EspeakTts } from '../../server/src/providers/espeak/espeak-tts.ts';
import { ESPEAK_VOICES } from '../../server/src/providers/espeak/espeak-voices.ts';
import type { TtsProvider } from '../../server/src/providers/interfaces/tts-provider.ts';
import { FliteTts } from '../../server/src/providers/offline/flite-tts.ts';
import { completeness } from '../../server/src/voice/turn-detector/completeness.ts';
import { COMPLETE_FROM } from '../../server/src/voice/turn-detector/local-turn-detector.ts';
import { turnFeatures } from '../../server/src/voice/turn-detector/turn-features.ts';
import { WEIGHTS } from '../../server/src/voice/turn-detector/weights.ts';
import { markdownTable } from '../kit/table.ts';
import { type Example, englishSpeakers, spokenExamples, transcribed } from './examples.ts';
import { ENGLISH, OTHER_LANGUAGES } from './sentences.ts';
import { balancedAccuracy, train } from './train.ts';

const THRESHOLDS = [0.5, 0.6, 0.65, COMPLETE_FROM, 0.75, 0.8];
const SILENCES_MS = [300, 400, 500, 600, 800, 1000, 1200];

interface Outcome {
  /** Share of pauses in which the speaker was interrupted. */
  cutOff: number;
  /** Mean silence before the answer, at real ends. */
  latencyMs: number;
}

function outcome(examples: readonly Example[], decidesAt: (example: Example) => number): Outcome {
  const pauses = examples.filter(({ isEnd }) => !isEnd);
  const ends = examples.filter(({ isEnd }) => isEnd);
  const cut = pauses.filter((pause) => decidesAt(pause) < pause.pauseMs).length;
  const waited = ends.reduce((sum, end) => sum + decidesAt(end), 0);
  return { cutOff: cut / pauses.length, latencyMs: waited / ends.length };
}

const likelihoodOf = (example: Example, silenceMs: number): number =>
  completeness(example.featuresAt(silenceMs));

/** As in a call: an incomplete turn is evaluated again later, and three seconds of silence always end it. */
function asInCalls(example: Example, threshold: number): number {
  for (let lookMs = 240; lookMs < 3000; lookMs += 160) {
    if (likelihoodOf(example, lookMs) >= threshold) return lookMs;
  }
  return 3000;
}

function row(name: string, { cutOff, latencyMs }: Outcome): string[] {
  return [name, `${(100 * cutOff).toFixed(1)} %`, latencyMs.toFixed(0)];
}

function report(held: readonly Example[]): void {
  const rows = [
    ...SILENCES_MS.map((ms) =>
      row(
        `silence of ${ms} ms`,
        outcome(held, () => ms),
      ),
    ),
    ...THRESHOLDS.map((threshold) =>
      row(
        `judge, from ${threshold}`,
        outcome(held, (one) => asInCalls(one, threshold)),
      ),
    ),
  ];
  console.log(markdownTable([['policy', 'false cut-offs', 'mean latency, ms'], ...rows]));
  console.log(`Accuracy at 240 ms, balanced over ends and pauses: ${share(balancedAccuracy(held, WEIGHTS))}`);
  const without = (part: 'text' | 'prosody'): string =>
    share(balancedAccuracy(held.map(deaf(part)), WEIGHTS));
  console.log(`Only words: ${without('prosody')}; only sound: ${without('text')}\n`);
}

/** The same pauses for a detector without one of its inputs. */
function deaf(part: 'text' | 'prosody') {
  return (example: Example): Example => ({
    ...example,
    featuresAt: (silenceMs) => ({ ...example.featuresAt(silenceMs), [part]: null }),
  });
}

/** Only words, with and without punctuation. */
function reportLanguages(): void {
  const rows = Object.entries(OTHER_LANGUAGES).map(([language, sentences]) => {
    const rates = [true, false].map((isEnd) => {
      const texts = sentences.flatMap((marked) => {
        const parts = marked.split(' | ');
        const cuts = isEnd ? [parts.length] : parts.slice(1).map((_, index) => index + 1);
        return cuts.flatMap((count) =>
          [0.1, 0.9].map((chance) => transcribed(parts.slice(0, count).join(' '), isEnd, chance)),
        );
      });
      const right = texts.filter((text) => {
        const features = turnFeatures({ samples: new Int16Array(0), silenceMs: 240, text, language });
        return completeness({ ...features, prosody: null }) >= 0.5 === isEnd;
      });
      return share(right.length / texts.length);
    });
    return [language, ...rates];
  });
  console.log(markdownTable([['language', 'ends known', 'pauses known'], ...rows]));
}

function share(part: number): string {
  return `${(100 * part).toFixed(0)} %`;
}

/** Only sound, in espeak-ng voices. */
async function reportSound(espeak: TtsProvider): Promise<void> {
  const rows: string[][] = [];
  for (const [language, sentences] of Object.entries(OTHER_LANGUAGES)) {
    const voices = language === 'fr' ? ['fr-fr', 'fr-fr-female'] : [language, `${language}-female`];
    const speakers = voices.map((voice) => ({ tts: espeak, voice, language }));
    const examples = (await spokenExamples(speakers, sentences)).map(deaf('text'));
    rows.push([language, share(balancedAccuracy(examples, WEIGHTS))]);
  }
  console.log(markdownTable([['language', 'accuracy at 240 ms, only sound'], ...rows]));
}

const flite = new FliteTts({ clock: systemClock });
const espeak = new EspeakTts({ clock: systemClock, command: 'espeak-ng', voices: ESPEAK_VOICES });
const examples = await spokenExamples(englishSpeakers(flite, espeak), ENGLISH);
await flite.close();
const held = examples.filter(({ sentence }) => sentence % 3 === 0);
if (process.argv.includes('--train')) {
  const trained = train(examples.filter(({ sentence }) => sentence % 3 !== 0));
  console.log(JSON.stringify(trained, null, 2));
  console.log(`Accuracy on held-out data: ${share(balancedAccuracy(held, trained))}`);
  console.log(`Only sound: ${share(balancedAccuracy(held.map(deaf('text')), trained))}`);
}
const count = (isEnd: boolean): number => held.filter((example) => example.isEnd === isEnd).length;
console.log(`${count(true)} ends and ${count(false)} pauses in the held-out data\n`);
report(held);
reportLanguages();
await reportSound(espeak);
await espeak.close();
