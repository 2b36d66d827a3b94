import { systemClock } from '../../server/src/core/clock.ts';
import { FliteTts } from '../../server/src/providers/offline/flite-tts.ts';
import { mixInto } from '../../server/src/voice/audio/mixing.ts';
import { EnergyVoiceActivityDetector } from '../../server/src/voice/vad/energy-detector.ts';
import { ModelVoiceActivityDetector } from '../../server/src/voice/vad/model-detector.ts';
import { initialState, SileroModel } from '../../server/src/voice/vad/silero/silero-model.ts';
import type { VoiceActivityDetector } from '../../server/src/voice/vad/voice-activity.ts';
import { silentLog } from '../../server/test/kit/silent-log.ts';
import { speech } from '../../server/test/kit/speech.ts';
import { median, quantile } from '../kit/statistics.ts';
import { figure, markdownTable } from '../kit/table.ts';
import { judgeSound } from './judge-sound.ts';
import { noiseInRealTime } from './noise-cost.ts';
import { atLevel, noises } from './noises.ts';

const NOISE_SECONDS = 60;
const NOISE_DBFS = -30;
const SPEECH_DBFS = -24;
const CALLS = [1, 20, 50, 100];
const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 10);
const SENTENCES = [
  'Hello, this is Sarah.',
  'Could you repeat that please?',
  'Seven thirty would be fine.',
  'No.',
  'Uh-huh.',
];

type Detectors = Readonly<Record<string, VoiceActivityDetector>>;

/** Segments per minute, and the share of windows classified as speech. */
async function falseTriggers(detectors: Detectors): Promise<void> {
  const rows = [['noise', ...Object.keys(detectors)]];
  for (const [name, samples] of noises(NOISE_SECONDS, NOISE_DBFS)) {
    const row = [name];
    for (const detector of Object.values(detectors)) {
      const { changes, share } = await judgeSound(detector, samples);
      const starts = changes.filter(({ type }) => type === 'speech-started').length;
      row.push(`${((60 * starts) / NOISE_SECONDS).toFixed(0)} (${(100 * share).toFixed(1)} %)`);
    }
    rows.push(row);
  }
  console.log(
    `False segments per minute (windows classified as speech), ${NOISE_SECONDS} s each at ${NOISE_DBFS} dBFS:\n`,
  );
  console.log(`${markdownTable(rows)}\n`);
}

/** Delay of a segment's start and end, in quiet and in noise; `background` is 10 dB quieter than the speech. */
async function speechFound(detectors: Detectors): Promise<void> {
  const flite = new FliteTts({ clock: systemClock });
  const pink = noises(6, SPEECH_DBFS - 10).get('pink') ?? new Int16Array(0);
  const rows = [['detector', 'background', 'found', 'begin late by, ms', 'end off by, ms']];
  for (const [name, detector] of Object.entries(detectors)) {
    for (const background of [null, pink]) {
      const late: number[] = [];
      const off: number[] = [];
      let spoken = 0;
      for (const voice of ['slt', 'rms', 'awb', 'kal16']) {
        for (const text of SENTENCES) {
          const { samples } = await speech(flite, text, { voice, sampleRateHz: 8000 });
          const clip = new Int16Array(16_000 + samples.length);
          clip.set(atLevel(Float32Array.from(samples), SPEECH_DBFS), 8000);
          const { first, last } = loudPart(clip);
          if (background !== null) mixInto(clip, background);
          const { changes } = await judgeSound(detector, clip);
          spoken += 1;
          const started = changes.find(({ type, atMs }) => type === 'speech-started' && atMs >= first - 200);
          const stopped = changes.findLast(({ type }) => type === 'speech-stopped');
          if (started === undefined) continue;
          late.push(started.atMs - first);
          if (stopped !== undefined) off.push(stopped.atMs - last);
        }
      }
      const share = `${late.length} of ${spoken}`;
      rows.push([
        name,
        background === null ? 'none' : 'pink, 10 dB softer',
        share,
        middleOf(late),
        middleOf(off),
      ]);
    }
  }
  await flite.close();
  console.log(`Speech of flite's four voices; median (5 % to 95 %):\n\n${markdownTable(rows)}\n`);
}

function loudPart(clip: Int16Array): { first: number; last: number } {
  return {
    first: clip.findIndex((sample) => Math.abs(sample) > 600) / 8,
    last: clip.findLastIndex((sample) => Math.abs(sample) > 600) / 8,
  };
}

function middleOf(values: readonly number[]): string {
  if (values.length === 0) return '–';
  return `${median(values).toFixed(0)} (${quantile(values, 0.05).toFixed(0)} to ${quantile(values, 0.95).toFixed(0)})`;
}

async function batchCosts(): Promise<void> {
  const model = await SileroModel.open();
  const rows = [['frames at once', 'µs a frame', 'calls that always speak, per core']];
  for (const size of [1, 4, 16, 64, 128]) {
    const memories = Array.from({ length: size }, initialState);
    const frames = memories.map(() => new Int16Array(256).map(() => 32_767 * (Math.random() - 0.5)));
    const micros: number[] = [];
    for (let round = 0; round < 60; round += 1) {
      const start = performance.now();
      model.predict(memories, frames);
      micros.push(((performance.now() - start) * 1000) / size);
    }
    const cost = median(micros.slice(10));
    rows.push([String(size), figure(cost), figure(32_000 / cost)]);
  }
  console.log(`The model alone, median of 50:\n\n${markdownTable(rows)}\n`);
}

/** Calls in real time with 20 ms frames. All speak continuously, so that the gate saves nothing. */
async function inRealTime(detector: VoiceActivityDetector, calls: number): Promise<string[]> {
  const sound = noises(2, NOISE_DBFS).get('pink') ?? new Int16Array(0);
  const delays: number[] = [];
  const pushedAt = new Map<string, number>();
  const streams = Array.from({ length: calls }, (_, call) =>
    detector.open((_probability, endMs) => {
      const key = `${call} ${Math.ceil(endMs / 20) * 20}`;
      delays.push(performance.now() - (pushedAt.get(key) ?? Number.NaN));
      pushedAt.delete(key);
    }),
  );
  const cpu = process.cpuUsage();
  const loop = performance.eventLoopUtilization();
  const start = performance.now();
  for (let tick = 1; tick <= SECONDS * 50; tick += 1) {
    await systemClock.sleep(Math.max(0, start + tick * 20 - performance.now()));
    const at = ((tick - 1) * 160) % (sound.length - 160);
    streams.forEach((stream, call) => {
      pushedAt.set(`${call} ${tick * 20}`, performance.now());
      stream.push(sound.subarray(at, at + 160), tick * 20);
    });
  }
  const wallMicros = (performance.now() - start) * 1000;
  const { user, system } = process.cpuUsage(cpu);
  const { utilization } = performance.eventLoopUtilization(loop);
  for (const stream of streams) stream.close();
  const known = delays.filter((delay) => !Number.isNaN(delay));
  return [
    String(calls),
    ...[0.5, 0.95, 0.99].map((part) => figure(quantile(known, part))),
    `${((100 * (user + system)) / wallMicros).toFixed(0)} %`,
    `${(100 * utilization).toFixed(0)} %`,
  ];
}

const model = new ModelVoiceActivityDetector({ clock: systemClock, log: silentLog });
if ((await model.start()) !== 'model') throw new Error('The model does not run on this machine.');
await falseTriggers({ model, loudness: new EnergyVoiceActivityDetector() });
await speechFound({ model, loudness: new EnergyVoiceActivityDetector() });
await batchCosts();
const rows = [['calls', 'p50 ms', 'p95 ms', 'p99 ms', 'CPU of one core', 'main loop busy']];
for (const calls of CALLS) rows.push(await inRealTime(model, calls));
await model.close();
console.log(
  `From a frame to its result, ${SECONDS} s of pink noise on every call:\n\n${markdownTable(rows)}`,
);
const noise = noises(2, NOISE_DBFS).get('pink') ?? new Int16Array(0);
const noiseRows = [['calls', 'cleaned', 'p50 ms', 'p95 ms', 'p99 ms', 'CPU of one core', 'main loop busy']];
for (const calls of CALLS) noiseRows.push(await noiseInRealTime(noise, calls, SECONDS));
console.log(`\nNoise cancellation, the same calls:\n\n${markdownTable(noiseRows)}`);
