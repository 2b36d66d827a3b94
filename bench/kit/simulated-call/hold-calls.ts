import loadRnnoise from '@echogarden/rnnoise-wasm';
import { Denoiser } from '../../../server/src/voice/audio/noise/denoiser.ts';
import type { CallEvent } from '../../../server/src/voice/call-event.ts';
import { runCall } from '../../../server/src/voice/call-session.ts';
import type { VoiceSettings } from '../../../server/src/voice/settings.ts';
import { LocalTurnDetector } from '../../../server/src/voice/turn-detector/local-turn-detector.ts';
import { SileroModel } from '../../../server/src/voice/vad/silero/silero-model.ts';
import type { VoiceServices } from '../../../server/src/voice/voice-services.ts';
import { silentLog } from '../../../server/test/kit/silent-log.ts';
import { virtualTime } from '../../../server/test/kit/virtual-time.ts';
import { scriptedAssistant } from '../../../server/test/kit/voice/scripted-assistant.ts';
import { unseenHost } from '../../voice-loop/unseen-host.ts';
import { type AssistantSounds, KnowingEngine } from './knowing-engine.ts';
import { type CallerPlan, SimulatedCaller } from './simulated-caller.ts';
import { SteppedDetector } from './stepped-detector.ts';

const model = await SileroModel.open();
const rnnoise = await loadRnnoise();

export interface HeldCall {
  caller: SimulatedCaller;
  events: CallEvent[];
}

export interface Holding {
  settings?: Partial<VoiceSettings>;
  sounds: AssistantSounds;
  /** The measurement of this call is complete. */
  isDone(call: HeldCall, nowMs: number): boolean;
  mostMs: number;
}

/** Runs concurrent calls through the real voice loop in simulated time. */
export async function holdCalls(
  plans: readonly CallerPlan[],
  { settings, sounds, isDone, mostMs }: Holding,
): Promise<HeldCall[]> {
  const time = virtualTime();
  const voiceActivity = new SteppedDetector(time, model);
  const services: Omit<VoiceServices, 'openEngine'> = {
    clock: time,
    mediaClock: time.mediaClock,
    voiceActivity,
    log: silentLog,
    turnDetector: new LocalTurnDetector(),
    readAloud: null,
    noiseCanceller,
    backgroundAudio: { play: () => ({ mixInto: () => undefined }) },
    sttProviders: new Map(),
    ttsProviders: new Map(),
    realtimeModels: new Map(),
  };
  const calls = plans.map((plan): HeldCall => ({ caller: new SimulatedCaller(plan), events: [] }));
  const over = calls.map(({ caller, events }) =>
    runCall(
      {
        ...services,
        openEngine: ({ listener }) => (caller.engine = new KnowingEngine(listener, sounds)),
      },
      {
        leg: caller,
        direction: 'web',
        signal: new AbortController().signal,
        assistant: scriptedAssistant({ initialMessage: 'Hello.', ...settings }),
        host: unseenHost((event) => void events.push(event)),
      },
    ),
  );
  const open = new Set(calls);
  const stop = time.mediaClock.every20Ms(() => {
    for (const { caller } of open) caller.tick();
  });
  for (let nowMs = 0; open.size > 0; nowMs += 20) {
    await time.pass(20);
    for (const call of open) {
      if (nowMs < mostMs && !isDone(call, nowMs)) continue;
      open.delete(call);
      call.caller.leave();
    }
  }
  stop();
  await time.pass(100);
  await Promise.all(over);
  return calls;
}

/** The product's noise suppression, but in this thread, so that it takes no simulated time. */
const noiseCanceller: VoiceServices['noiseCanceller'] = {
  open: (sampleRateHz, listener) => {
    const denoiser = new Denoiser(rnnoise, sampleRateHz);
    return { push: (frame) => listener(denoiser.clean(frame)), close: () => denoiser.close() };
  },
};
