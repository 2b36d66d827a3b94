import type { VoiceSettings } from '../../server/src/voice/settings.ts';
import { type HeldCall, holdCalls } from '../kit/simulated-call/hold-calls.ts';
import { openSpeakers } from '../kit/simulated-call/speakers.ts';
import { quantile } from '../kit/statistics.ts';
import { figure, markdownTable } from '../kit/table.ts';
import { type Halves, heldHalves } from './halves.ts';

const PAUSES_MS = [300, 400, 500, 600, 700, 800, 900, 1000, 1100, 1200];
const SILENCES_MS = [300, 500, 800];
const UNANSWERED_MS = 5000;

const began = performance.now();
const speakers = openSpeakers();
const sounds = {
  greeting: (await speakers.say(0, 'Hello.', -24)).samples,
  answer: (await speakers.say(0, 'We are open from nine to six.', -24)).samples,
};
const halves = await heldHalves(speakers);
await speakers.close();

const rows = [
  [
    'endpoint_type, sensitivity',
    ...PAUSES_MS.map((ms) => `${ms} ms`),
    'all',
    'delay p50',
    'p95',
    'unanswered',
  ],
];
for (const endpointType of ['vad', 'ai'] as const) {
  for (const endpointSilenceMs of SILENCES_MS) rows.push(await curve({ endpointType, endpointSilenceMs }));
}
console.log(
  `False cut-offs by the length of a pause within a sentence, ${halves.length} sentences each, in simulated time.\n`,
);
console.log(markdownTable(rows));
console.log(`\n${((performance.now() - began) / 1000).toFixed(0)} s.`);

async function curve(settings: Pick<VoiceSettings, 'endpointType' | 'endpointSilenceMs'>): Promise<string[]> {
  const delays: number[] = [];
  const cells: string[] = [];
  let [cutAll, unanswered] = [0, 0];
  for (const pauseMs of PAUSES_MS) {
    const plans = halves.map(([first, second]: Halves) => ({
      background: null,
      question: [first, { ...second, pauseMs }],
      over: null,
    }));
    const calls = await holdCalls(plans, { settings, sounds, isDone, mostMs: 30_000 });
    const cut = calls.filter(isCutOff).length;
    cutAll += cut;
    cells.push(percent(cut / calls.length));
    for (const call of calls) {
      if (isCutOff(call)) continue;
      const delayMs = delayOf(call);
      if (delayMs === null) unanswered += 1;
      else delays.push(delayMs);
    }
  }
  return [
    `${settings.endpointType}, ${settings.endpointSilenceMs / 1000} s`,
    ...cells,
    percent(cutAll / (halves.length * PAUSES_MS.length)),
    `${figure(quantile(delays, 0.5))} ms`,
    `${figure(quantile(delays, 0.95))} ms`,
    String(unanswered),
  ];
}

function isDone(call: HeldCall, nowMs: number): boolean {
  const last = call.caller.asked[1];
  if (isCutOff(call)) return true;
  return last !== undefined && (delayOf(call) !== null || nowMs >= last.toMs + UNANSWERED_MS);
}

/** True if the assistant spoke in the middle of the sentence. */
function isCutOff({ caller }: HeldCall): boolean {
  const [first, second] = caller.asked;
  if (first === undefined) return false;
  const untilMs = second?.toMs ?? Number.POSITIVE_INFINITY;
  return caller.heardMs.some((atMs) => atMs > first.fromMs && atMs < untilMs);
}

/** From the caller's last sample to the first frame of the answer. */
function delayOf({ caller }: HeldCall): number | null {
  const last = caller.asked[1];
  const answered = last === undefined ? undefined : caller.heardMs.find((atMs) => atMs >= last.toMs);
  return last === undefined || answered === undefined ? null : answered - last.toMs;
}

function percent(share: number): string {
  return `${(100 * share).toFixed(0)} %`;
}
