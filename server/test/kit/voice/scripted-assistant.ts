import type { CallAssistant } from '../../../src/voice/call-host.ts';
import type { VoiceSettings } from '../../../src/voice/settings.ts';
import { scriptedModel } from '../scripted-model.ts';

const settings: VoiceSettings = {
  mode: 'pipeline',
  endpointType: 'vad',
  endpointSilenceMs: 500,
  interruptAfterMs: 500,
  minInterruptWords: null,
  allowInterruptions: true,
  protectFirstMessage: 'greeting',
  turnDetectionThreshold: null,
  fillers: null,
  ambientSound: 'off',
  ambientSoundVolume: 0.5,
  record: false,
  maskKeypadInput: false,
  noiseCancellation: false,
  waitForCustomer: false,
  maxDurationMs: 300_000,
  maxSilenceMs: 40_000,
  maxInitialSilenceMs: null,
  reengagementIntervalMs: 30_000,
  reengagementPrompt: null,
  endCallOnVoicemail: true,
  voiceMailMessage: null,
  unclearSpeechAction: 'end_call',
  noticeMessage: null,
  initialMessage: 'Hello, this is {{company}}.',
  transcriberKeywords: [],
  voice: {
    voice: 'scripted/anna',
    stability: 0.7,
    similarity: 0.5,
    speed: 1,
    emotion: true,
    language: 'en',
    secondaryLanguages: [],
    isNormalized: true,
    pronunciations: [],
  },
};

/** An assistant with the contract's defaults, except for the given settings. */
export function scriptedAssistant(
  changes: Partial<VoiceSettings> = {},
  parts: Partial<CallAssistant> = {},
): CallAssistant {
  return {
    id: '1',
    name: 'Anna',
    settings: { ...settings, ...changes },
    persona: {
      systemPrompt: 'You help.',
      opening: null,
      variables: { company: 'Mill' },
      language: 'English',
      secondaryLanguages: [],
      timezone: 'UTC',
    },
    temperature: 0.5,
    model: scriptedModel('scripted/model', []),
    fallback: null,
    realtimeModel: null,
    transcriber: 'scripted',
    synthesizer: 'scripted',
    fallbackVoice: null,
    knowledge: null,
    tools: [],
    builtInTools: [],
    ...parts,
  };
}
