import { seededRandom } from '../../server/src/core/seeded-random.ts';
import type { VoiceSettings } from '../../server/src/voice/settings.ts';
import type { AssistantSounds } from '../kit/simulated-call/knowing-engine.ts';
import type { CallerPlan } from '../kit/simulated-call/simulated-caller.ts';
import { openSpeakers, type Utterance } from '../kit/simulated-call/speakers.ts';
import { quantile } from '../kit/statistics.ts';
import { markdownTable } from '../kit/table.ts';
import { noises } from '../voice-activity/noises.ts';
import { babble } from './babble.ts';
import { type Counts, countFalse, countOver, type OverCounts } from './count.ts';

const callsEach = Number(process.env['BENCH_CALLS'] ?? 14);
const parts = (process.env['BENCH_PARTS'] ?? 'noises,greeting,listening,settings,quiet,cleaned').split(',');
const SPEECH_DBFS = -24;
const SOFTER_DB = [18, 12, 6, 0];
const SECONDS = 20;
const NOISE_FROM_MS = 1500;

const began = performance.now();
const speakers = openSpeakers();
const say = (speaker: number, text: string, levelDbfs = SPEECH_DBFS): Promise<Utterance> =>
  speakers.say(speaker, text, levelDbfs);
const ANSWER = (await say(0, 'We are open from nine to six. '.repeat(8))).samples;
const SHORT: AssistantSounds = { greeting: (await say(0, 'Hello.')).samples, answer: ANSWER };
const LONG: AssistantSounds = { greeting: ANSWER, answer: ANSWER };
const INTERRUPTIONS = [
  'Stop.',
  'Wait a moment, please.',
  'Sorry, I have another question about Sundays.',
  'No, that is not what I meant.',
];

/** Background sounds, all at the level of the caller's speech. */
const backgrounds = new Map([['nothing', new Int16Array(SECONDS * 8000)], ...noises(SECONDS, SPEECH_DBFS)]);
for (const people of [1, 4, 8, 16]) {
  const name = people === 1 ? 'another speaker' : `babble of ${people}`;
  backgrounds.set(name, await babble(speakers, people, { seconds: SECONDS, levelDbfs: SPEECH_DBFS }));
}

/** Calls of all voices, each with a different start position in the background. */
async function plans(
  behind: { sound: Int16Array; softerDb: number } | null,
  more: { said?: readonly string[]; saidSofterDb?: number } & Partial<CallerPlan> = {},
): Promise<CallerPlan[]> {
  const { said = [], saidSofterDb = 0, ...rest } = more;
  const random = seededRandom(3);
  const made: CallerPlan[] = [];
  for (let call = 0; call < callsEach; call += 1) {
    const place = Math.floor(random() * SECONDS * 8000);
    const afterMs = 2000 + Math.floor(500 * random());
    const text = said[(call + Math.floor(call / speakers.count)) % said.length];
    const utterance = text === undefined ? null : await say(call, text, SPEECH_DBFS - saidSofterDb);
    made.push({
      background: behind === null ? null : softer(behind.sound, behind.softerDb, place),
      question: [{ utterance: await say(call, 'Could you tell me when you are open?'), pauseMs: 0 }],
      over:
        utterance === null ? null : { utterance: shifted(utterance, Math.floor(160 * random())), afterMs },
      ...rest,
    });
  }
  return made;
}

function softer(sound: Int16Array, byDb: number, place: number): Int16Array {
  const gain = 10 ** (-byDb / 20);
  return sound.map((_, index) => gain * (sound[(index + place) % sound.length] ?? 0));
}

/** Offsets words within their frames. */
function shifted({ samples, text }: Utterance, by: number): Utterance {
  const later = new Int16Array(samples.length + by);
  later.set(samples, by);
  return { samples: later, text };
}

const falseOf = ({ calls, unanswered, interrupted, paused }: Counts): string => {
  const spoke = calls - unanswered;
  const about = `${interrupted} of ${spoke}`;
  return paused + unanswered === 0
    ? about
    : `${about}${paused === 0 ? '' : `, ${paused} paused`}${unanswered === 0 ? '' : `, ${unanswered} unanswered`}`;
};

const missedOf = ({ calls, interrupted, stopMs }: OverCounts): string => {
  if (calls === 0) return '–';
  const missed = `${calls - interrupted} of ${calls}`;
  if (stopMs.length === 0) return missed;
  return `${missed}, ${quantile(stopMs, 0.5).toFixed(0)} and ${quantile(stopMs, 0.95).toFixed(0)} ms`;
};

async function overNoises(): Promise<void> {
  const head = ['sound', ...SOFTER_DB.map((db) => `${db} dB softer`)];
  const [wrong, missed] = [[head], [head]];
  let [falseSum, falseCalls, missedSum, missedCalls] = [0, 0, 0, 0];
  for (const [name, sound] of backgrounds) {
    const [row, other] = [[name], [name]];
    for (const softerDb of SOFTER_DB) {
      const nobody = await countFalse(await plans({ sound, softerDb }), SHORT);
      const somebody = await countOver(await plans({ sound, softerDb }, { said: INTERRUPTIONS }), SHORT);
      row.push(falseOf(nobody));
      other.push(missedOf(somebody));
      falseSum += nobody.interrupted;
      falseCalls += nobody.calls - nobody.unanswered;
      missedSum += somebody.calls - somebody.interrupted;
      missedCalls += somebody.calls;
    }
    wrong.push(row);
    missed.push(other);
  }
  print('False interruptions by background sound during ten seconds of an answer:', wrong);
  console.log(`All: ${falseSum} of ${falseCalls}, ${((100 * falseSum) / falseCalls).toFixed(1)} %.\n`);
  print(
    'Missed interruptions with the same background, and time until the assistant stopped (p50, p95):',
    missed,
  );
  console.log(`All: ${missedSum} of ${missedCalls}, ${((100 * missedSum) / missedCalls).toFixed(1)} %.\n`);
}

/** The caller's level is still unknown; the sound begins during the greeting. */
async function overGreeting(): Promise<void> {
  const rows = [['sound', ...SOFTER_DB.map((db) => `${SPEECH_DBFS - db} dBFS`)]];
  for (const [name, sound] of backgrounds) {
    const row = [name];
    for (const softerDb of SOFTER_DB) {
      const calls = await plans({ sound, softerDb }, { question: null, backgroundFromMs: NOISE_FROM_MS });
      row.push(falseOf(await countFalse(calls, LONG)));
    }
    rows.push(row);
  }
  print('False interruptions of a greeting, before the caller has said anything:', rows);
}

async function whileListening(): Promise<void> {
  const rows = [['the caller says', 'interrupted']];
  for (const text of ['Uh-huh.', 'Okay.', 'Yeah.', 'Yeah, sure.']) {
    const { calls, interrupted } = await countOver(await plans(null, { said: [text] }), SHORT);
    rows.push([`"${text}"`, `${interrupted} of ${calls}`]);
  }
  print('Signs of listening:', rows);
}

async function bySettings(): Promise<void> {
  const settings: readonly [string, Partial<VoiceSettings>][] = [
    ['interrupt_sensitivity 0.2', { interruptAfterMs: 200 }],
    ['0.5 (default)', {}],
    ['1', { interruptAfterMs: 1000 }],
    ['min_interrupt_words 1', { minInterruptWords: 1 }],
    ['min_interrupt_words 2', { minInterruptWords: 2 }],
  ];
  const chosen = ['pink', 'coughs', 'murmur of a room', 'babble of 8', 'another speaker'];
  const rows = [['setting', ...chosen.flatMap((name) => [`${name}: false`, 'missed'])]];
  for (const [name, setting] of settings) {
    const row = [name];
    for (const background of chosen) {
      const sound = backgrounds.get(background) ?? ANSWER;
      const behind = { sound, softerDb: 12 };
      row.push(falseOf(await countFalse(await plans(behind), SHORT, setting)));
      row.push(missedOf(await countOver(await plans(behind, { said: INTERRUPTIONS }), SHORT, setting)));
    }
    rows.push(row);
  }
  print('By settings, sounds 12 dB softer than the caller:', rows);
}

/** Callers who interrupt more quietly than they asked. */
async function byQuietCallers(): Promise<void> {
  const rows = [['quieter than the question', 'understood: missed', 'not understood: missed']];
  for (const saidSofterDb of [0, 6, 12, 18, 24]) {
    const cells: string[] = [];
    for (const isUnderstood of [true, false]) {
      const said = INTERRUPTIONS.slice(1);
      const calls = await plans(null, { said, saidSofterDb, isUnderstood });
      cells.push(missedOf(await countOver(calls, SHORT)));
    }
    rows.push([`${saidSofterDb} dB`, ...cells]);
  }
  print('Interruptions by callers who speak more quietly than before, in a quiet room:', rows);
}

async function cleaned(): Promise<void> {
  const rows = [
    ['sound, noise cancellation on', '12 dB softer: false', 'missed', '6 dB softer: false', 'missed'],
  ];
  for (const [name, sound] of backgrounds) {
    if (!/murmur|babble|another|pink/.test(name)) continue;
    const row = [name];
    for (const softerDb of [12, 6]) {
      const setting = { noiseCancellation: true };
      row.push(falseOf(await countFalse(await plans({ sound, softerDb }), SHORT, setting)));
      const over = await plans({ sound, softerDb }, { said: INTERRUPTIONS });
      row.push(missedOf(await countOver(over, SHORT, setting)));
    }
    rows.push(row);
  }
  print('With noise cancellation:', rows);
}

function print(title: string, rows: readonly (readonly string[])[]): void {
  console.log(`${title}\n\n${markdownTable(rows)}\n`);
}

console.log(`${callsEach} calls each, in simulated time; callers speak at ${SPEECH_DBFS} dBFS.\n`);
const all: Record<string, () => Promise<void>> = {
  noises: overNoises,
  greeting: overGreeting,
  listening: whileListening,
  settings: bySettings,
  quiet: byQuietCallers,
  cleaned,
};
for (const part of parts) await all[part]?.();
await speakers.close();
console.log(`${((performance.now() - began) / 1000).toFixed(0)} s.`);
