import type { SampleRateHz } from '../legs/media-leg.ts';
import type { VoiceSettings } from '../settings.ts';
import type { BackgroundSound } from '../speaking/speaker.ts';
import type { VoiceServices } from '../voice-services.ts';

export function ambientSound(
  backgroundAudio: VoiceServices['backgroundAudio'],
  { ambientSound, ambientSoundVolume }: VoiceSettings,
  sampleRateHz: SampleRateHz,
): BackgroundSound | null {
  if (ambientSound === 'off' || ambientSoundVolume === 0) return null;
  return backgroundAudio.play(ambientSound, sampleRateHz, ambientSoundVolume);
}
