import type { Clock } from '../core/clock.ts';
import type { Disposer } from '../core/disposer.ts';
import type { Log } from '../core/log.ts';
import type { TtsProvider } from '../providers/interfaces/tts-provider.ts';
import { BackgroundAudio } from '../voice/audio/background/background-audio.ts';
import { NoiseCancellation } from '../voice/audio/noise/noise-cancellation.ts';
import { AudioThread } from '../voice/audio-thread/audio-thread.ts';
import { openEngine } from '../voice/engines/open-engine.ts';
import { SharedMediaClock } from '../voice/media-clock.ts';
import { LocalTurnDetector } from '../voice/turn-detector/local-turn-detector.ts';
import { ModelVoiceActivityDetector } from '../voice/vad/model-detector.ts';
import type { ReadAloud, VoiceServices } from '../voice/voice-services.ts';
import { speakPlainly } from './plain-voice.ts';
import type { Speech } from './providers.ts';

/** Services shared by all calls of this process: media clock, voice activity detection, providers. */
export function composeVoiceServices(deps: {
  clock: Clock;
  log: Log;
  disposer: Disposer;
  speech: Speech;
}): VoiceServices {
  const { clock, log, disposer, speech } = deps;
  const { sttProviders, ttsProviders, realtimeModels } = speech;
  const thread = new AudioThread();
  const voiceActivity = new ModelVoiceActivityDetector({ clock, log, thread });
  disposer.own('voice activity', voiceActivity, (owned) => owned.close());
  const noiseCanceller = new NoiseCancellation({ clock, log, thread });
  disposer.own('noise cancellation', noiseCanceller, (owned) => owned.close());
  const mediaClock = new SharedMediaClock(clock, (error) =>
    log.error({ error }, 'Processing an audio frame of a call failed.'),
  );
  const providers = { sttProviders, ttsProviders, realtimeModels };
  return {
    clock,
    log,
    mediaClock,
    voiceActivity,
    noiseCanceller,
    backgroundAudio: new BackgroundAudio(),
    ...providers,
    readAloud: customerVoice(ttsProviders.get('flite')),
    turnDetector: new LocalTurnDetector(),
    openEngine: (opening) => openEngine(providers, opening),
  };
}

/**
 * Voice for typed customer text. It is free, and differs from assistants' voices unless an assistant uses the same one.
 */
function customerVoice(tts: TtsProvider | undefined): ReadAloud | null {
  if (tts === undefined) return null;
  return (text, sampleRateHz, signal) => speakPlainly(tts, { text, voice: 'rms', sampleRateHz }, signal);
}
