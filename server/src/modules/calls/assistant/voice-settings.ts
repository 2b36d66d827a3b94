import type { VoiceSettings, VoiceStyle } from '../../../voice/settings.ts';
import type { AssistantRow } from './assistant-row.ts';

const milliseconds = (seconds: number): number => Math.round(seconds * 1000);

/**
 * Converts stored settings for one call; seconds become milliseconds. Variables in texts are filled in later by the
 * call.
 */
export function voiceSettings(row: AssistantRow, voice: VoiceStyle): VoiceSettings {
  return {
    mode: row.mode,
    endpointType: row.endpoint_type,
    endpointSilenceMs: milliseconds(row.endpoint_sensitivity),
    interruptAfterMs: milliseconds(row.interrupt_sensitivity),
    minInterruptWords: row.min_interrupt_words,
    allowInterruptions: row.allow_interruptions,
    turnDetectionThreshold: row.turn_detection_threshold,
    fillers: row.fillers ? fillersOf(row.filler_config) : null,
    ambientSound: row.ambient_sound,
    ambientSoundVolume: row.ambient_sound_volume,
    record: row.record,
    noiseCancellation: row.enable_noise_cancellation,
    waitForCustomer: row.wait_for_customer,
    maxDurationMs: milliseconds(row.max_duration),
    maxSilenceMs: milliseconds(row.max_silence_duration),
    maxInitialSilenceMs:
      row.max_initial_silence_duration === null ? null : milliseconds(row.max_initial_silence_duration),
    reengagementIntervalMs: milliseconds(row.reengagement_interval),
    reengagementPrompt: row.reengagement_prompt,
    endCallOnVoicemail: row.end_call_on_voicemail,
    voiceMailMessage: row.voice_mail_message,
    initialMessage: row.initial_message,
    voice,
  };
}

function fillersOf({
  positive = [],
  negative = [],
  question = [],
  neutral = [],
}: AssistantRow['filler_config']): NonNullable<VoiceSettings['fillers']> {
  return { positive, negative, question, neutral };
}
