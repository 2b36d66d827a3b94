import type { Clock } from '../core/clock.ts';
import type { Disposer } from '../core/disposer.ts';
import type { Log } from '../core/log.ts';
import type { TtsProvider } from '../providers/interfaces/tts-provider.ts';
import { SoundBeds } from '../voice/audio/beds/sound-beds.ts';
import { NoiseCancellation } from '../voice/audio/noise/noise-cancellation.ts';
import { openEngine } from '../voice/engines/open-engine.ts';
import { ModelVoiceActivityDetector } from '../voice/hearing/model-detector.ts';
import { EndOfTurnJudge } from '../voice/hearing/turn-end/end-of-turn-judge.ts';
import { SharedMediaClock } from '../voice/media-clock.ts';
import { SoundThread } from '../voice/sound-thread/sound-thread.ts';
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
  const thread = new SoundThread();
  const voiceActivity = new ModelVoiceActivityDetector({ clock, log, thread });
  disposer.own('voice activity', voiceActivity, (owned) => owned.close());
  const noiseCanceller = new NoiseCancellation({ clock, log, thread });
  disposer.own('noise cancellation', noiseCanceller, (owned) => owned.close());
  const beds = disposer.own('sound beds', new SoundBeds(log), (owned) => owned.close());
  const mediaClock = new SharedMediaClock(clock, (error) =>
    log.error({ error }, 'Processing an audio frame of a call failed.'),
  );
  const providers = { sttProviders, ttsProviders, realtimeModels };
  return {
    ...{ clock, log, mediaClock, voiceActivity, noiseCanceller, beds, ...providers },
    readAloud: customerVoice(ttsProviders.get('flite')),
    endOfTurn: new EndOfTurnJudge(),
    openEngine: (opening) => openEngine(providers, opening),
  };
}

/** Free, and different from assistants' voices unless one has chosen it. */
function customerVoice(tts: TtsProvider | undefined): ReadAloud | null {
  if (tts === undefined) return null;
  return (text, sampleRateHz, signal) => speakPlainly(tts, { text, voice: 'rms', sampleRateHz }, signal);
}
