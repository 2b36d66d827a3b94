import { systemClock } from '../../server/src/core/clock.ts';
import { EspeakSynthesizer } from '../../server/src/providers/espeak/espeak-synthesizer.ts';
import { ESPEAK_VOICES } from '../../server/src/providers/espeak/espeak-voices.ts';
import type { StreamingSynthesizer } from '../../server/src/providers/interfaces/streaming-synthesizer.ts';
import { FliteSynthesizer } from '../../server/src/providers/offline/flite-synthesizer.ts';
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
  /** Share of pauses in which the speaker was cut off. */
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

/** As in a call: what is incomplete is judged again after a while, and three seconds end everything. */
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
  console.log(
    `Right at 240 ms, ends and pauses weighing the same: ${share(balancedAccuracy(held, WEIGHTS))}`,
  );
  const without = (part: 'text' | 'prosody'): string =>
    share(balancedAccuracy(held.map(deaf(part)), WEIGHTS));
  console.log(`By words alone ${without('prosody')}, by sound alone ${without('text')}\n`);
}

/** The same silences to a judge who misses a part. */
function deaf(part: 'text' | 'prosody') {
  return (example: Example): Example => ({
    ...example,
    featuresAt: (silenceMs) => ({ ...example.featuresAt(silenceMs), [part]: null }),
  });
}

/** By words alone, with and without marks. */
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

/** By sound alone, in voices of espeak-ng. */
async function reportSound(espeak: StreamingSynthesizer): Promise<void> {
  const rows: string[][] = [];
  for (const [language, sentences] of Object.entries(OTHER_LANGUAGES)) {
    const voices = language === 'fr' ? ['fr-fr', 'fr-fr-female'] : [language, `${language}-female`];
    const speakers = voices.map((voice) => ({ synthesizer: espeak, voice, language }));
    const examples = (await spokenExamples(speakers, sentences)).map(deaf('text'));
    rows.push([language, share(balancedAccuracy(examples, WEIGHTS))]);
  }
  console.log(markdownTable([['language', 'right at 240 ms by sound alone'], ...rows]));
}

const flite = new FliteSynthesizer({ clock: systemClock });
const espeak = new EspeakSynthesizer({ clock: systemClock, command: 'espeak-ng', voices: ESPEAK_VOICES });
const examples = await spokenExamples(englishSpeakers(flite, espeak), ENGLISH);
await flite.close();
const held = examples.filter(({ sentence }) => sentence % 3 === 0);
if (process.argv.includes('--train')) {
  const trained = train(examples.filter(({ sentence }) => sentence % 3 !== 0));
  console.log(JSON.stringify(trained, null, 2));
  console.log(`Right on what was kept from training: ${share(balancedAccuracy(held, trained))}`);
  console.log(`By sound alone: ${share(balancedAccuracy(held.map(deaf('text')), trained))}`);
}
const count = (isEnd: boolean): number => held.filter((example) => example.isEnd === isEnd).length;
console.log(`${count(true)} ends and ${count(false)} pauses that were kept from training\n`);
report(held);
reportLanguages();
await reportSound(espeak);
await espeak.close();
