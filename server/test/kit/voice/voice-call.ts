import type { CallEvent, CallOutcome } from '../../../src/voice/call-event.ts';
import type { CallAssistant, CallHost, TransferRequest } from '../../../src/voice/call-host.ts';
import { runCall } from '../../../src/voice/call-session.ts';
import { FRAME_MS, type MediaLeg } from '../../../src/voice/legs/media-leg.ts';
import type { DialEvent } from '../../../src/voice/legs/outbound-route.ts';
import type { SupervisedCall } from '../../../src/voice/supervised-call.ts';
import type { AnsweredCall, VoiceServices } from '../../../src/voice/voice-services.ts';
import { type ManualClock, manualClock } from '../clocks.ts';
import { silentLog } from '../silent-log.ts';
import { loudnessDetector } from './loudness-detector.ts';
import { manualMediaClock } from './manual-media-clock.ts';
import { scriptedAssistant } from './scripted-assistant.ts';
import { loudnessOf, type ScriptedEngine, scriptedEngines } from './scripted-engine.ts';
import { type LegScript, type ScriptedLeg, scriptedLeg } from './scripted-leg.ts';

export interface VoiceCallOptions {
  assistant?: CallAssistant;
  engine?: Parameters<typeof scriptedEngines>[0];
  leg?: LegScript;
  /** Another leg, and the clock that it uses. */
  over?: { leg: MediaLeg; clock: ManualClock };
  direction?: AnsweredCall['direction'];
  services?: Partial<VoiceServices>;
  host?: Partial<CallHost>;
  /** Reports the outcome of a dial by the assistant. */
  dialed?(to: string, listener: (event: DialEvent) => void): void;
}

/** A call in simulated time, which only `advance` moves. */
export interface VoiceCall {
  leg: ScriptedLeg;
  events: CallEvent[];
  engines: ScriptedEngine[];
  /** Chunks of the recording, in order. */
  chunks: Uint8Array[];
  dials: (Omit<TransferRequest, 'ringingTimeMs'> & { canceled: boolean })[];
  outcome: CallOutcome | null;
  supervisor: SupervisedCall;
  /** Number of `ended` callbacks. */
  ends: number;
  nowMs(): number;
  advance(byMs: number): Promise<void>;
  /** Stalls the process. The first tick comes before further audio arrives. */
  stall(ms: number): void;
  /** The customer speaks for `lastsMs`; the transcript arrives at the end. */
  speak(text: string, lastsMs?: number): Promise<void>;
  abort(reason?: string): void;
  /** Ends the call as the platform, with a goodbye. */
  leave(): void;
  /** Events of a type. */
  told<Type extends CallEvent['type']>(type: Type): Extract<CallEvent, { type: Type }>[];
  /** First and last frame in which the customer heard this text, in ms from the answer; null if never. */
  heard(text: string): { fromMs: number; toMs: number; frames: number } | null;
  /** Advances another leg together with the call from now on. */
  alongside(leg: ScriptedLeg): void;
  /** Counts listeners, VAD streams and timers that are left. Tests expect 0. */
  remains(): { tickers: number; streams: number };
}

export function voiceCall(options: VoiceCallOptions = {}): VoiceCall {
  const clock = options.over?.clock ?? manualClock();
  const mediaClock = manualMediaClock();
  const voiceActivity = loudnessDetector();
  const { openEngine, engines } = scriptedEngines(options.engine ?? {});
  const leg = scriptedLeg(options.leg);
  const legs = [leg];
  const [abort, leave] = [new AbortController(), new AbortController()];
  const startMs = clock.monotonicMs();
  const services: VoiceServices = {
    clock,
    mediaClock,
    voiceActivity,
    sttProviders: new Map(),
    ttsProviders: new Map(),
    realtimeModels: new Map(),
    openEngine,
    noiseCanceller: { open: (_, listener) => ({ push: listener, close: () => undefined }) },
    turnDetector: null,
    readAloud: null,
    backgroundAudio: { play: (name) => ({ mixInto: (frame) => void frame.fill(backgroundLoudness(name)) }) },
    log: silentLog,
    ...options.services,
  };
  const call: VoiceCall = {
    leg,
    events: [],
    engines,
    chunks: [],
    dials: [],
    outcome: null,
    supervisor: NOBODY,
    ends: 0,
    nowMs: () => clock.monotonicMs() - startMs,
    async advance(byMs) {
      for (let passed = 0; passed < byMs; passed += FRAME_MS) {
        clock.advance(FRAME_MS);
        await settled();
        for (const one of legs) one.advance();
        mediaClock.tick();
        await settled();
      }
    },
    stall(ms) {
      clock.advance(ms);
      for (const one of legs) one.skip(ms);
      mediaClock.tick();
    },
    async speak(text, lastsMs = 200 * text.split(' ').length) {
      engines.at(-1)?.expect(text);
      leg.speaking = true;
      await call.advance(lastsMs);
      leg.speaking = false;
    },
    abort: (reason) => abort.abort(reason),
    leave: () => leave.abort(),
    told: (type) => call.events.filter((event) => isType(event, type)),
    heard: (text) => heardOf(leg, text),
    alongside: (other) => void legs.push(other),
    remains: () => ({ tickers: mediaClock.listening(), streams: voiceActivity.streams() }),
  };
  const held = runCall(services, {
    leg: options.over?.leg ?? leg,
    direction: options.direction ?? 'inbound',
    assistant: options.assistant ?? scriptedAssistant(),
    host: host(call, options),
    signal: abort.signal,
    endGracefully: leave.signal,
    started: (session) => {
      call.supervisor = session;
    },
    ended: () => {
      call.ends += 1;
    },
  });
  void held.then((outcome) => {
    call.outcome = outcome;
  });
  return call;
}

/** Before the call has started. */
const NOBODY: SupervisedCall = {
  sampleRateHz: 8000,
  listen: () => () => undefined,
  canBeTakenOver: false,
  takeOver: () => null,
  say: () => false,
  whisper: () => false,
  transfer: () => false,
  hangUp: () => undefined,
};

function heardOf({ heard }: ScriptedLeg, text: string): ReturnType<VoiceCall['heard']> {
  const frames = heard.flatMap((loudness, index) => (loudness === loudnessOf(text) ? [index] : []));
  const [first] = frames;
  const last = frames.at(-1);
  if (first === undefined || last === undefined) return null;
  return { fromMs: (first + 1) * FRAME_MS, toMs: (last + 1) * FRAME_MS, frames: frames.length };
}

function host(call: VoiceCall, options: VoiceCallOptions): CallHost {
  return {
    onEvent: (event) => void call.events.push(event),
    recording: () => ({ append: (chunk) => void call.chunks.push(chunk.slice()) }),
    dial: ({ ringingTimeMs: _ringing, ...request }, listener) => {
      const { to } = request;
      const dial = { ...request, canceled: false };
      call.dials.push(dial);
      queueMicrotask(() => options.dialed?.(to, listener));
      return {
        cancel: () => {
          dial.canceled = true;
        },
      };
    },
    assistant: async () => null,
    isExtension: async () => false,
    phoneNumber: async () => '+40312000000',
    customerNumber: '+40721000000',
    journal: { started: async () => {}, finished: async () => {} },
    earlierCalls: [],
    ...options.host,
  };
}

function isType<Type extends CallEvent['type']>(
  event: CallEvent,
  type: Type,
): event is Extract<CallEvent, { type: Type }> {
  return event.type === type;
}

/** Level of a background sound in these tests: softer than speech, and different for each name. */
export function backgroundLoudness(name: string): number {
  return 100 + name.length;
}

/** Resolves when all pending microtasks have run. */
function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
