import { setTimeout } from 'node:timers/promises';
import { systemClock } from '../../server/src/core/clock.ts';
import { FliteTts } from '../../server/src/providers/offline/flite-tts.ts';
import type { CallAssistant } from '../../server/src/voice/call-host.ts';
import { runCall } from '../../server/src/voice/call-session.ts';
import { SharedMediaClock } from '../../server/src/voice/media-clock.ts';
import { ModelVoiceActivityDetector } from '../../server/src/voice/vad/model-detector.ts';
import type { VoiceServices } from '../../server/src/voice/voice-services.ts';
import { silentLog } from '../../server/test/kit/silent-log.ts';
import { scriptedAssistant } from '../../server/test/kit/voice/scripted-assistant.ts';
import { quantile } from '../kit/statistics.ts';
import { figure, markdownTable } from '../kit/table.ts';
import { Caller, type Figures } from './caller.ts';
import { instantEngine } from './instant-engine.ts';
import { spoken, trimmed } from './spoken.ts';
import { unseenHost } from './unseen-host.ts';

const seconds = Number(process.env['BENCH_SECONDS'] ?? 30);
const endpointSilenceMs = 300;
const warmUpMs = 3000;

const clock = systemClock;
const flite = new FliteTts({ clock });
const question = trimmed(await spoken(flite, 'Could you tell me when you are open?'));
const answer = await spoken(flite, 'We are open every day from nine to six.');
const voiceActivity = new ModelVoiceActivityDetector({ clock, log: silentLog });
const services: VoiceServices = {
  clock,
  voiceActivity,
  log: silentLog,
  turnDetector: null,
  readAloud: null,
  mediaClock: new SharedMediaClock(clock, (error) => console.error(error)),
  noiseCanceller: { open: (_, push) => ({ push, close: () => undefined }) },
  backgroundAudio: { play: () => ({ mixInto: () => undefined }) },
  sttProviders: new Map(),
  ttsProviders: new Map(),
  realtimeModels: new Map(),
  openEngine: (opening) => instantEngine(opening, answer),
};
const assistant: CallAssistant = scriptedAssistant({
  endpointSilenceMs,
  maxSilenceMs: 360_000,
  record: true,
});

const rows = [
  ['calls', 'voice-to-voice p50', 'p95', 'p99', 'N', 'stop p50', 'p95', 'N', 'missed', 'CPU %', 'RSS MB'],
];
for (const calls of [1, 20, 50, 100]) rows.push(await measure(calls));
console.log(
  `${seconds} s each, ${endpointSilenceMs} ms of silence end a turn, instant models, Silero, callers in the same process.\n`,
);
console.log(markdownTable(rows));
await Promise.all([voiceActivity.close(), flite.close()]);

async function measure(calls: number): Promise<string[]> {
  const figures: Figures = { voiceToVoiceMs: [], stopMs: [], missed: 0 };
  const callers = Array.from({ length: calls }, () => new Caller(question, figures));
  const over = callers.map((leg) =>
    runCall(services, {
      leg,
      direction: 'web',
      assistant,
      host: unseenHost(),
      signal: new AbortController().signal,
    }),
  );
  const stops = callers.map((caller) => pace(caller));
  await setTimeout(warmUpMs);
  const cpu = process.cpuUsage();
  const startedMs = performance.now();
  await setTimeout(seconds * 1000);
  const { user, system } = process.cpuUsage(cpu);
  const share = (user + system) / 10 / (performance.now() - startedMs);
  for (const caller of callers) caller.leave();
  for (const stop of stops) stop();
  await Promise.all(over);
  const of = (values: readonly number[], part: number): string => figure(quantile(values, part));
  const { voiceToVoiceMs, stopMs, missed } = figures;
  return [
    String(calls),
    ...[0.5, 0.95, 0.99].map((part) => of(voiceToVoiceMs, part)),
    String(voiceToVoiceMs.length),
    ...[0.5, 0.95].map((part) => of(stopMs, part)),
    String(stopMs.length),
    String(missed),
    figure(share),
    figure(process.memoryUsage.rss() / 2 ** 20),
  ];
}

/** Frames of one caller with an individual phase, without drift. */
function pace(caller: Caller): () => void {
  const stop = new AbortController();
  const run = async (): Promise<void> => {
    let dueMs = performance.now() + Math.random() * 20;
    while (!stop.signal.aborted) {
      await setTimeout(Math.max(0, dueMs - performance.now()));
      caller.tick(performance.now());
      dueMs += 20;
    }
  };
  void run();
  return () => stop.abort();
}
