import { setTimeout } from 'node:timers/promises';
import { systemClock } from '../../server/src/core/clock.ts';
import { FliteSynthesizer } from '../../server/src/providers/offline/flite-synthesizer.ts';
import { ModelVoiceActivityDetector } from '../../server/src/voice/hearing/model-detector.ts';
import { SharedMediaClock } from '../../server/src/voice/media-clock.ts';
import { runCall } from '../../server/src/voice/run-call.ts';
import type { VoiceServices } from '../../server/src/voice/voice-services.ts';
import { silentLog } from '../../server/test/kit/silent-log.ts';
import { scriptedAssistant } from '../../server/test/kit/voice/scripted-assistant.ts';
import { markdownTable } from '../kit/table.ts';
import { noises } from '../voice-activity/noises.ts';
import { instantEngine } from '../voice-loop/instant-engine.ts';
import { spoken, trimmed } from '../voice-loop/spoken.ts';
import { unseenHost } from '../voice-loop/unseen-host.ts';
import { Listener } from './listener.ts';

const callsEach = Number(process.env['BENCH_CALLS'] ?? 10);
const soundMs = 10_000;
const startMs = 1500;

interface Sound {
  name: string;
  samples: Int16Array;
  /** What a transcriber makes of it; empty: nothing. */
  text: string;
  interrupts: boolean;
}

const clock = systemClock;
const flite = new FliteSynthesizer({ clock });
const voiceActivity = new ModelVoiceActivityDetector({ clock, log: silentLog });
const answer = trimmed(await spoken(flite, 'We are open from nine to six. '.repeat(8)));

async function said(text: string, interrupts: boolean): Promise<Sound> {
  return { name: `"${text}"`, samples: trimmed(await spoken(flite, text)), text, interrupts };
}

const sounds: Sound[] = [
  ...[...noises(soundMs / 1000, -30)].map(([name, samples]) => ({
    name,
    samples,
    text: '',
    interrupts: false,
  })),
  await said('Uh-huh.', false),
  await said('Okay.', false),
  await said('Stop.', true),
  await said('Wait a moment, please.', true),
  await said('Sorry, I have another question about Sundays.', true),
];

const rows = [['sound', 'calls', 'interrupted', 'paused and resumed', 'wrong, %']];
for (const sound of sounds) rows.push(await measure(sound));
console.log(
  `${callsEach} calls each, interrupt_sensitivity 0.5 s, no least words; noises last ${soundMs / 1000} s at -30 dBFS.\n`,
);
console.log(markdownTable(rows));
await Promise.all([voiceActivity.close(), flite.close()]);

async function measure({ name, samples, text, interrupts }: Sound): Promise<string[]> {
  const services: VoiceServices = {
    ...{ clock, voiceActivity, log: silentLog, endOfTurn: null },
    mediaClock: new SharedMediaClock(clock, (error) => console.error(error)),
    noiseCanceller: { open: (_, push) => ({ push, close: () => undefined }) },
    beds: { play: () => ({ mixInto: () => undefined }) },
    ...{ transcribers: new Map(), synthesizers: new Map(), realtimeModels: new Map() },
    openEngine: (opening) => instantEngine(opening, answer, text),
  };
  const counts = { interrupted: 0, resumed: 0 };
  const legs = Array.from({ length: callsEach }, (_, index) => new Listener(samples, startMs + index * 13));
  const end = new AbortController();
  const over = legs.map((leg) => {
    const told = new Set<string>();
    const host = unseenHost(({ type }) => {
      if ((type !== 'interrupted' && type !== 'resumed') || told.has(type)) return;
      told.add(type);
      counts[type] += 1;
    });
    return runCall(services, {
      leg,
      direction: 'web',
      assistant: scriptedAssistant(),
      host,
      signal: end.signal,
    });
  });
  const frames = setInterval(() => {
    for (const leg of legs) leg.tick();
  }, 20);
  await setTimeout(startMs + Math.min(soundMs, samples.length / 8) + 2000);
  clearInterval(frames);
  end.abort();
  await Promise.all(over);
  const wrong = interrupts ? callsEach - counts.interrupted : counts.interrupted;
  return [
    name,
    String(callsEach),
    String(counts.interrupted),
    String(counts.resumed),
    ((100 * wrong) / callsEach).toFixed(0),
  ];
}
