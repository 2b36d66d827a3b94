import type { Vendor, VendorField } from './interfaces/vendor.ts';
import type { SpeechVendor } from './kit/speech/speech-vendor.ts';
import { SPEECH_VENDORS } from './speech-vendors.ts';

type Details = Partial<Pick<VendorField, 'isRequired' | 'standard'>>;

function field(
  [name, kind]: [VendorField['name'], VendorField['kind']],
  variable: string,
  { isRequired = false, standard = null }: Details = {},
): VendorField {
  return { name, kind, variable, isRequired, standard };
}

const required = { isRequired: true };

const OPENAI: Vendor = {
  code: 'openai',
  name: 'OpenAI',
  uses: ['language_models', 'realtime_models', 'text_to_speech', 'speech_to_text'],
  variables: ['OPENAI_API_KEY'],
  fields: [
    field(['api_key', 'secret'], 'OPENAI_API_KEY', required),
    field(['models', 'list'], 'PARLEY_OPENAI_MODELS'),
    field(['realtime_models', 'list'], 'PARLEY_OPENAI_REALTIME_MODELS'),
    field(['speech_model', 'text'], 'PARLEY_OPENAI_SPEECH_MODEL', { standard: 'gpt-4o-mini-tts' }),
    field(['transcription_model', 'text'], 'PARLEY_OPENAI_TRANSCRIPTION_MODEL', {
      standard: 'gpt-4o-mini-transcribe',
    }),
    field(['voices', 'list'], 'PARLEY_OPENAI_VOICES'),
    field(['base_url', 'url'], 'OPENAI_BASE_URL', { standard: 'https://api.openai.com/v1' }),
  ],
};

const ANTHROPIC: Vendor = {
  code: 'anthropic',
  name: 'Anthropic',
  uses: ['language_models'],
  variables: ['ANTHROPIC_API_KEY'],
  fields: [
    field(['api_key', 'secret'], 'ANTHROPIC_API_KEY', required),
    field(['models', 'list'], 'PARLEY_ANTHROPIC_MODELS'),
    field(['base_url', 'url'], 'ANTHROPIC_BASE_URL', { standard: 'https://api.anthropic.com/v1' }),
  ],
};

const GOOGLE: Vendor = {
  code: 'google',
  name: 'Google Gemini',
  uses: ['language_models', 'realtime_models'],
  variables: ['GOOGLE_GENERATIVE_AI_API_KEY', 'GEMINI_API_KEY'],
  fields: [
    field(['api_key', 'secret'], 'GOOGLE_GENERATIVE_AI_API_KEY', required),
    field(['models', 'list'], 'PARLEY_GOOGLE_MODELS'),
    field(['realtime_models', 'list'], 'PARLEY_GOOGLE_REALTIME_MODELS'),
    field(['base_url', 'url'], 'GOOGLE_BASE_URL', {
      standard: 'https://generativelanguage.googleapis.com/v1beta',
    }),
  ],
};

const SELF_HOSTED_MODELS: Vendor = {
  code: 'openai-compatible',
  name: 'OpenAI-compatible models (Ollama, vLLM, LM Studio)',
  uses: ['language_models'],
  variables: ['PARLEY_LLM_BASE_URL', 'PARLEY_LLM_MODELS'],
  fields: [
    field(['base_url', 'url'], 'PARLEY_LLM_BASE_URL', required),
    field(['models', 'list'], 'PARLEY_LLM_MODELS', required),
    field(['api_key', 'secret'], 'PARLEY_LLM_API_KEY'),
    field(['name', 'text'], 'PARLEY_LLM_NAME', { standard: 'local' }),
    field(['vision_models', 'list'], 'PARLEY_LLM_VISION_MODELS'),
  ],
};

function speechVendor({ code, name, kind, variables, baseUrl, model }: SpeechVendor): Vendor {
  const { key, voices } = variables;
  return {
    code,
    name,
    uses: [kind === 'transcriber' ? 'speech_to_text' : 'text_to_speech'],
    variables: [key],
    fields: [
      field(['api_key', 'secret'], key, required),
      field(['model', 'text'], variables.model, { standard: model }),
      ...(voices === undefined ? [] : [field(['voices', 'list'], voices)]),
      field(['base_url', 'url'], variables.baseUrl, { standard: baseUrl }),
    ],
  };
}

const SELF_HOSTED_VOICES: Vendor = {
  code: 'openai-compatible-tts',
  name: 'OpenAI-compatible text-to-speech',
  uses: ['text_to_speech'],
  variables: ['PARLEY_TTS_BASE_URL', 'PARLEY_TTS_MODEL', 'PARLEY_TTS_VOICES'],
  fields: [
    field(['base_url', 'url'], 'PARLEY_TTS_BASE_URL', required),
    field(['model', 'text'], 'PARLEY_TTS_MODEL', required),
    field(['voices', 'list'], 'PARLEY_TTS_VOICES', required),
    field(['api_key', 'secret'], 'PARLEY_TTS_API_KEY'),
    field(['name', 'text'], 'PARLEY_TTS_NAME', { standard: 'local' }),
  ],
};

const SELF_HOSTED_TRANSCRIPTION: Vendor = {
  code: 'openai-compatible-stt',
  name: 'OpenAI-compatible speech-to-text',
  uses: ['speech_to_text'],
  variables: ['PARLEY_STT_BASE_URL', 'PARLEY_STT_MODEL'],
  fields: [
    field(['base_url', 'url'], 'PARLEY_STT_BASE_URL', required),
    field(['model', 'text'], 'PARLEY_STT_MODEL', required),
    field(['api_key', 'secret'], 'PARLEY_STT_API_KEY'),
    field(['name', 'text'], 'PARLEY_STT_NAME', { standard: 'local' }),
  ],
};

const TWILIO: Vendor = {
  code: 'twilio',
  name: 'Twilio',
  uses: ['phone_calls', 'sms', 'phone_numbers'],
  variables: ['PARLEY_TWILIO_ACCOUNT_SID', 'PARLEY_TWILIO_AUTH_TOKEN'],
  fields: [
    field(['account_sid', 'text'], 'PARLEY_TWILIO_ACCOUNT_SID', required),
    field(['auth_token', 'secret'], 'PARLEY_TWILIO_AUTH_TOKEN', required),
  ],
};

const EMBEDDINGS: Vendor = {
  code: 'embeddings',
  name: 'Embeddings (OpenAI or compatible)',
  uses: ['embeddings'],
  variables: ['PARLEY_EMBEDDINGS_BASE_URL', 'PARLEY_EMBEDDINGS_MODEL', 'PARLEY_EMBEDDINGS_DIMENSIONS'],
  fields: [
    field(['base_url', 'url'], 'PARLEY_EMBEDDINGS_BASE_URL', required),
    field(['model', 'text'], 'PARLEY_EMBEDDINGS_MODEL', required),
    field(['dimensions', 'number'], 'PARLEY_EMBEDDINGS_DIMENSIONS', required),
    field(['api_key', 'secret'], 'PARLEY_EMBEDDINGS_API_KEY'),
  ],
};

/** In the order of the console. */
export const VENDORS: readonly Vendor[] = [
  OPENAI,
  ANTHROPIC,
  GOOGLE,
  SELF_HOSTED_MODELS,
  ...SPEECH_VENDORS.map(speechVendor),
  SELF_HOSTED_VOICES,
  SELF_HOSTED_TRANSCRIPTION,
  TWILIO,
  EMBEDDINGS,
];
