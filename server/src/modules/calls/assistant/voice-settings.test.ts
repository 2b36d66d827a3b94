import { expect, test } from 'vitest';
import type { VoiceStyle } from '../../../voice/settings.ts';
import type { AssistantRow } from './assistant-row.ts';
import { voiceSettings } from './voice-settings.ts';

const row: AssistantRow = {
  ...{ id: 1, user_id: 2, name: 'Reception', type: 'inbound', status: 'active', mode: 'pipeline' },
  ...{ timezone: 'UTC', initial_message: 'Hello {{name}}, {{missing}}welcome.', system_prompt: 'You help.' },
  ...{ variables: {}, language_id: 1, secondary_language_ids: [], voice_id: 1, llm_model_id: 1 },
  ...{ multimodal_model_id: null, chat_llm_fallback_id: null, synthesizer_provider_id: null },
  ...{ transcriber_provider_id: null, turn_detection_threshold: null, knowledgebase_id: null },
  ...{ knowledgebase_mode: 'function_call', phone_number_id: null, tool_ids: [], tools: [] },
  ...{ tts_emotion_enabled: true, voice_stability: 0.7, voice_similarity: 0.5, speech_speed: 1 },
  ...{ llm_temperature: 0.1, allow_interruptions: true, fillers: false, filler_config: { neutral: ['Hm.'] } },
  ...{ record: false, enable_noise_cancellation: true, wait_for_customer: false, max_duration: 600 },
  ...{ max_silence_duration: 40, max_initial_silence_duration: null, ringing_time: 30 },
  ...{ reengagement_interval: 30, reengagement_prompt: null, end_call_on_voicemail: true },
  ...{
    voice_mail_message: null,
    endpoint_type: 'vad',
    endpoint_sensitivity: 0.5,
    interrupt_sensitivity: 0.5,
  },
  ...{
    min_interrupt_words: null,
    ambient_sound: 'off',
    ambient_sound_volume: 0.5,
    inbound_webhook_url: null,
  },
};
const voice: VoiceStyle = {
  ...{ voice: 'flite/slt', stability: 0.7, similarity: 0.5, speed: 1, emotion: true },
  ...{ language: 'en', secondaryLanguages: [] },
};

test('converts the default settings and leaves variables in texts unresolved', () => {
  expect(voiceSettings(row, voice)).toEqual({
    ...{ mode: 'pipeline', endpointType: 'vad', endpointSilenceMs: 500, interruptAfterMs: 500 },
    ...{ minInterruptWords: null, allowInterruptions: true, turnDetectionThreshold: null, fillers: null },
    ...{ ambientSound: 'off', ambientSoundVolume: 0.5, record: false, noiseCancellation: true },
    ...{ waitForCustomer: false, maxDurationMs: 600_000, maxSilenceMs: 40_000, maxInitialSilenceMs: null },
    ...{ reengagementIntervalMs: 30_000, reengagementPrompt: null, endCallOnVoicemail: true },
    ...{ voiceMailMessage: null, initialMessage: 'Hello {{name}}, {{missing}}welcome.', voice },
  });
});

test.each<[Partial<AssistantRow>, Partial<ReturnType<typeof voiceSettings>>]>([
  [{ mode: 'dualplex' }, { mode: 'dualplex' }],
  [{ endpoint_type: 'ai' }, { endpointType: 'ai' }],
  [{ endpoint_sensitivity: 0 }, { endpointSilenceMs: 0 }],
  [{ endpoint_sensitivity: 1.2345 }, { endpointSilenceMs: 1235 }],
  [{ interrupt_sensitivity: 5 }, { interruptAfterMs: 5000 }],
  [{ min_interrupt_words: 0 }, { minInterruptWords: 0 }],
  [{ allow_interruptions: false }, { allowInterruptions: false }],
  [{ turn_detection_threshold: 0.25 }, { turnDetectionThreshold: 0.25 }],
  [{ fillers: true }, { fillers: { positive: [], negative: [], question: [], neutral: ['Hm.'] } }],
  [
    { ambient_sound: 'cafe', ambient_sound_volume: 1 },
    { ambientSound: 'cafe', ambientSoundVolume: 1 },
  ],
  [{ record: true }, { record: true }],
  [{ enable_noise_cancellation: false }, { noiseCancellation: false }],
  [{ wait_for_customer: true }, { waitForCustomer: true }],
  [{ max_duration: 20 }, { maxDurationMs: 20_000 }],
  [{ max_silence_duration: 1 }, { maxSilenceMs: 1000 }],
  [{ max_initial_silence_duration: 120 }, { maxInitialSilenceMs: 120_000 }],
  [{ reengagement_interval: 7 }, { reengagementIntervalMs: 7000 }],
  [{ reengagement_prompt: 'Ask about {{plan}}.' }, { reengagementPrompt: 'Ask about {{plan}}.' }],
  [{ end_call_on_voicemail: false }, { endCallOnVoicemail: false }],
  [{ voice_mail_message: 'Call us, {{name}}.' }, { voiceMailMessage: 'Call us, {{name}}.' }],
])('%o', (changed, expected) => {
  expect(voiceSettings({ ...row, ...changed }, voice)).toMatchObject(expected);
});
