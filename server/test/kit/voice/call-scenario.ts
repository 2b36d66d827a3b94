import loadRnnoise from '@echogarden/rnnoise-wasm';
import type { CallTool } from '#contract/built-in-tools.ts';
import type { AgentTool } from '../../../src/agent/tool.ts';
import { offlineRealtimeModel } from '../../../src/providers/offline/realtime/offline-realtime.ts';
import type { Person, PersonStep } from '../../../src/telephony/simulated/person.ts';
import { SimulatedCarrier } from '../../../src/telephony/simulated/simulated-carrier.ts';
import { volumeGain } from '../../../src/voice/audio/background/background-audio.ts';
import { backgroundLoop } from '../../../src/voice/audio/background/background-loop.ts';
import { mixInto } from '../../../src/voice/audio/mixing.ts';
import { Denoiser } from '../../../src/voice/audio/noise/denoiser.ts';
import type { CallEvent, CallOutcome } from '../../../src/voice/call-event.ts';
import type { CallAssistant, CallHost } from '../../../src/voice/call-host.ts';
import { runCall } from '../../../src/voice/call-session.ts';
import { openEngine } from '../../../src/voice/engines/open-engine.ts';
import type { MediaLeg } from '../../../src/voice/legs/media-leg.ts';
import type { VoiceSettings } from '../../../src/voice/settings.ts';
import { LocalTurnDetector } from '../../../src/voice/turn-detector/local-turn-detector.ts';
import { EnergyVoiceActivityDetector } from '../../../src/voice/vad/energy-detector.ts';
import type { AnsweredCall, VoiceServices } from '../../../src/voice/voice-services.ts';
import { type ScriptedRealtime, scriptedRealtime } from '../scripted-realtime.ts';
import { silentLog } from '../silent-log.ts';
import { type VirtualTime, virtualTime } from '../virtual-time.ts';
import type { Expectation, ScenarioResult } from './scenario-expectations.ts';
import {
  answeringModel,
  assistantVoice,
  type ScenarioAnswer,
  type SpokenSegment,
  type Understanding,
  understoodVoice,
} from './scenario-voices.ts';
import { scriptedAssistant } from './scripted-assistant.ts';

/** A scripted call: what the customer does and what the test expects. */
export interface CallScenario {
  name: string;
  direction?: AnsweredCall['direction'];
  settings?: Partial<VoiceSettings>;
  builtInTools?: readonly CallTool[];
  /** Model answers by turn; the last repeats. */
  answers?: readonly (string | ScenarioAnswer)[];
  /** The realtime model, if the mode needs one; the scripted one stays silent. */
  realtime?: 'scripted' | 'built-in';
  /** TTS latency in milliseconds; 0 by default. */
  voiceAfterMs?: number;
  /** Steps of the customer after the answer. */
  customer: readonly PersonStep[];
  /** Steps of the transfer target, who does not answer by default. */
  colleague?: readonly PersonStep[];
  backgroundDbfs?: number;
  /** LLM temperature, 0 to 1. */
  temperature?: number;
  /** The account's tools, with their results and durations. */
  tools?: readonly { name: string; takesMs: number; answer: Record<string, unknown> }[];
  /** Behavior of the scripted STT provider. */
  understanding?: Understanding;
  /** Maximum call duration in milliseconds; one minute by default. */
  lastsMs?: number;
  expect: readonly Expectation[];
}

/** What the test observes during a call. */
interface Seen {
  events: CallEvent[];
  spoken: SpokenSegment[];
  asked: { temperature: number | undefined; text: string }[];
  heard: Int16Array[];
  recordedBytes: number;
}

const NUMBER = '+15550000000';
/** Parley's built-in offline realtime model. */
const BUILT_IN = 'offline/realtime';
const rnnoise = await loadRnnoise();
/** Recorded bytes per millisecond: µ-law at 8 kHz, stereo. */
const RECORDED_BYTES_PER_MS = 16;

/**
 * Runs a call in simulated time over the simulated carrier, with the real voice loop and engine. The result is
 * deterministic.
 */
export async function runScenario(scenario: CallScenario): Promise<ScenarioResult> {
  const time = virtualTime();
  const customer = understoodVoice();
  const person: Person = {
    pickUp: { type: 'answers', afterMs: 200 },
    script: scenario.customer,
    backgroundDbfs: scenario.backgroundDbfs ?? null,
  };
  const colleague = colleagueOf(scenario);
  const carrier = new SimulatedCarrier({
    name: 'scenario',
    clock: time,
    mediaClock: time.mediaClock,
    population: (number) => (number === NUMBER ? person : (colleague ?? person)),
    voice: customer.voice,
  });
  const seen: Seen = { events: [], spoken: [], asked: [], heard: [], recordedBytes: 0 };
  const live = scriptedRealtime();
  const leg = overheard(await answeredLeg(carrier, time), seen.heard);
  const stop = new AbortController();
  let outcome: CallOutcome | null = null;
  const call: AnsweredCall = {
    leg,
    direction: scenario.direction ?? 'inbound',
    assistant: scenarioAssistant(scenario, { time, seen, live }),
    host: { ...silentHost(seen), ...(colleague === null ? {} : { dial: dialOver(carrier) }) },
    signal: stop.signal,
  };
  const stt = customer.stt(time, scenario.understanding);
  const tts = assistantVoice(time, scenario.voiceAfterMs ?? 0, (segment) => void seen.spoken.push(segment));
  const { model: languageModel } = call.assistant;
  const builtIn = offlineRealtimeModel({ languageModel, tts, stt });
  const services = scenarioServices(time, {
    ttsProviders: new Map([[tts.code, tts]]),
    sttProviders: new Map([[stt.code, stt]]),
    realtimeModels: new Map([live, builtIn].map((one) => [one.id, one])),
  });
  const held = runCall(services, call).then((how) => {
    outcome = how;
  });
  for (let passedMs = 0; outcome === null && passedMs < (scenario.lastsMs ?? 60_000); passedMs += 20)
    await time.pass(20);
  stop.abort('the scenario is over');
  await time.pass(1000);
  await held;
  carrier.close();
  await time.pass(100);
  return {
    ...seen,
    sessions: live.opened,
    recordedMs: seen.recordedBytes / RECORDED_BYTES_PER_MS,
    outcome: outcome ?? { status: 'failed', reason: '', durationMs: 0, answeredBy: null },
    left: time.waiting(),
  };
}

async function answeredLeg(carrier: SimulatedCarrier, time: VirtualTime): Promise<MediaLeg> {
  const answered = Promise.withResolvers<MediaLeg>();
  carrier.dial({ attemptId: 'scenario', from: NUMBER, to: NUMBER, ringingTimeMs: 30_000 }, (event) => {
    if (event.type === 'answered') answered.resolve(event.leg);
  });
  await time.pass(300);
  return answered.promise;
}

/** Wraps a leg and records what the person hears. */
function overheard(leg: MediaLeg, heard: Int16Array[]): MediaLeg {
  return {
    kind: leg.kind,
    sampleRateHz: leg.sampleRateHz,
    start: (listener) => leg.start(listener),
    send: (frame) => {
      const isTaken = leg.send(frame);
      heard.push(isTaken ? frame.slice() : new Int16Array(frame.length));
      return isTaken;
    },
    unplayedMs: () => leg.unplayedMs(),
    clear: () => leg.clear(),
    sendDigits: (digits) => leg.sendDigits(digits),
    transfer: (target, signal) => leg.transfer(target, signal),
    hangUp: () => leg.hangUp(),
  };
}

function scenarioAssistant(
  scenario: CallScenario,
  { time, seen, live }: { time: VirtualTime; seen: Seen; live: ScriptedRealtime },
): CallAssistant {
  const { settings, builtInTools = [], answers = ['All right.'], temperature = 0.1, tools = [] } = scenario;
  const model = answeringModel(time, answers, (request) => {
    const text = request.messages
      .map((message) => ('content' in message ? message.content : String(message.output)))
      .join('\n');
    seen.asked.push({ temperature: request.temperature, text });
  });
  const own = tools.map(
    ({ name, takesMs, answer }): AgentTool => ({
      description: { name, description: name, parameters: { type: 'object', properties: {} } },
      timeoutMs: 30_000,
      run: async (_, signal) => {
        await time.sleep(takesMs, signal);
        return answer;
      },
    }),
  );
  const held = scenario.realtime === 'built-in' ? BUILT_IN : live.id;
  const realtimeModel = (settings?.mode ?? 'pipeline') === 'pipeline' ? null : held;
  const fallbackVoice = realtimeModel === null ? null : { synthesizer: 'scripted', voice: 'scripted/eve' };
  const parts = { model, builtInTools, temperature, tools: own, realtimeModel, fallbackVoice };
  return scriptedAssistant({ initialMessage: 'Hello.', ...settings }, parts);
}

/** The real model. It runs in this thread, so it takes no simulated time. */
const noiseCanceller: VoiceServices['noiseCanceller'] = {
  open: (sampleRateHz, listener) => {
    const denoiser = new Denoiser(rnnoise, sampleRateHz);
    return { push: (frame) => listener(denoiser.clean(frame)), close: () => denoiser.close() };
  },
};

/** The real background sounds at the configured volume, available immediately. */
const playBackground: VoiceServices['backgroundAudio']['play'] = (name, sampleRateHz, volume) => {
  const samples = backgroundLoop(name, sampleRateHz);
  let place = 0;
  return {
    mixInto: (frame) => {
      mixInto(frame, samples.subarray(place, place + frame.length), volumeGain(volume));
      place = (place + frame.length) % samples.length;
    },
  };
};

function scenarioServices(
  time: VirtualTime,
  providers: Pick<VoiceServices, 'ttsProviders' | 'sttProviders' | 'realtimeModels'>,
): VoiceServices {
  return {
    ...providers,
    clock: time,
    mediaClock: time.mediaClock,
    voiceActivity: new EnergyVoiceActivityDetector(),
    noiseCanceller,
    turnDetector: new LocalTurnDetector(),
    readAloud: null,
    backgroundAudio: { play: playBackground },
    openEngine: (opening) => openEngine(providers, opening),
    log: silentLog,
  };
}

function colleagueOf({ colleague: script }: CallScenario): Person | null {
  if (script === undefined) return null;
  return { pickUp: { type: 'answers', afterMs: 1000 }, script, backgroundDbfs: null };
}

function dialOver(carrier: SimulatedCarrier): CallHost['dial'] {
  return ({ to, ringingTimeMs }, listener) =>
    carrier.dial({ attemptId: `to ${to}`, from: NUMBER, to, ringingTimeMs }, listener);
}

function silentHost(seen: Seen): CallHost {
  return {
    onEvent: (event) => void seen.events.push(event),
    recording: () => ({
      append: (chunk) => {
        seen.recordedBytes += chunk.length;
      },
    }),
    dial: (_, listener) => {
      const failed = {
        type: 'failed',
        failure: 'no-answer',
        code: null,
        reason: 'Nobody answered.',
      } as const;
      queueMicrotask(() => listener(failed));
      return { cancel: () => undefined };
    },
    assistant: async () => null,
    isExtension: async () => false,
    phoneNumber: async () => null,
    customerNumber: NUMBER,
    journal: { started: async () => {}, finished: async () => {} },
    earlierCalls: [],
  };
}
