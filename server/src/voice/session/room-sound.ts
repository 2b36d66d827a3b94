import type { SampleRateHz } from '../legs/media-leg.ts';
import type { VoiceSettings } from '../settings.ts';
import type { BackgroundSound } from '../speaking/speaker.ts';
import type { VoiceServices } from '../voice-services.ts';

/** What sounds behind an assistant; null: nothing does. */
export function roomSound(
  beds: VoiceServices['beds'],
  { ambientSound, ambientSoundVolume }: VoiceSettings,
  sampleRateHz: SampleRateHz,
): BackgroundSound | null {
  if (ambientSound === 'off' || ambientSoundVolume === 0) return null;
  return beds.play(ambientSound, sampleRateHz, ambientSoundVolume);
}
