import type {
  CompatibleSpeechConfig,
  NamedVoice,
  OpenAiSpeechConfig,
  SpeechConfig,
  SpeechVendorConfig,
} from '../providers/interfaces/speech-config.ts';
import { SPEECH_VENDORS } from '../providers/speech-vendors.ts';
import type { EnvironmentReader } from './environment-reader.ts';

const OFF = 'off';
const VENDOR_NAMES = [
  'flite',
  'espeak',
  'offline',
  'offline-realtime',
  'pocketsphinx',
  'openai',
  'google',
  ...SPEECH_VENDORS.map(({ code }) => code),
];
const HTTP = ['http:', 'https:'];

/** The configured speech vendors. Their keys are secrets. */
export function readSpeech(reader: EnvironmentReader): SpeechConfig {
  const openai = readOpenAi(reader);
  const tts = readCompatible(reader, SYNTHESIZER);
  const stt = readCompatible(reader, TRANSCRIBER);
  return {
    vendors: readVendors(reader),
    ...(openai === null ? {} : { openai }),
    ...(tts === null ? {} : { tts }),
    ...(stt === null ? {} : { stt }),
    pocketsphinxPhrases: reader.list('PARLEY_POCKETSPHINX_PHRASES'),
    fallbackTts: reader.text('PARLEY_FALLBACK_SYNTHESIZER'),
    fallbackStt: reader.text('PARLEY_FALLBACK_TRANSCRIBER'),
    fallbackRealtimeModel: reader.text('PARLEY_FALLBACK_REALTIME_MODEL'),
  };
}

function readVendors(reader: EnvironmentReader): Map<string, SpeechVendorConfig> {
  const vendors = new Map<string, SpeechVendorConfig>();
  for (const vendor of SPEECH_VENDORS) {
    const names = vendor.variables;
    const apiKey = reader.text(names.key);
    const baseUrl = readRoot(reader, names.baseUrl) ?? vendor.baseUrl;
    const model = reader.text(names.model);
    const voices = names.voices === undefined ? [] : readVoices(reader, names.voices);
    if (apiKey !== null) {
      vendors.set(vendor.code, { apiKey, baseUrl, model: model ?? vendor.model, voices });
      continue;
    }
    for (const name of names.voices === undefined ? [names.model] : [names.model, names.voices]) {
      if (reader.text(name) === null) continue;
      reader.problems.push(`${name} is set but ${names.key} is not.`);
    }
  }
  return vendors;
}

function readOpenAi(reader: EnvironmentReader): OpenAiSpeechConfig | null {
  const apiKey = reader.text('OPENAI_API_KEY');
  const speechModel = reader.text('PARLEY_OPENAI_SPEECH_MODEL') ?? 'gpt-4o-mini-tts';
  const transcriptionModel = reader.text('PARLEY_OPENAI_TRANSCRIPTION_MODEL') ?? 'gpt-4o-mini-transcribe';
  const voices = readVoices(reader, 'PARLEY_OPENAI_VOICES');
  const baseUrl = readRoot(reader, 'OPENAI_BASE_URL');
  if (apiKey === null) return null;
  return {
    apiKey,
    ...(baseUrl === null ? {} : { baseUrl }),
    speechModel: speechModel === OFF ? null : speechModel,
    transcriptionModel: transcriptionModel === OFF ? null : transcriptionModel,
    ...(voices.length === 0 ? {} : { voices }),
  };
}

/** Variables of an OpenAI-compatible endpoint; `voices` only for TTS. */
interface CompatibleVariables {
  baseUrl: string;
  model: string;
  name: string;
  key: string;
  voices?: string;
}

const SYNTHESIZER: CompatibleVariables = {
  baseUrl: 'PARLEY_TTS_BASE_URL',
  model: 'PARLEY_TTS_MODEL',
  voices: 'PARLEY_TTS_VOICES',
  name: 'PARLEY_TTS_NAME',
  key: 'PARLEY_TTS_API_KEY',
};
const TRANSCRIBER: CompatibleVariables = {
  baseUrl: 'PARLEY_STT_BASE_URL',
  model: 'PARLEY_STT_MODEL',
  name: 'PARLEY_STT_NAME',
  key: 'PARLEY_STT_API_KEY',
};

function readCompatible(
  reader: EnvironmentReader,
  names: CompatibleVariables,
): CompatibleSpeechConfig | null {
  const baseUrl = readRoot(reader, names.baseUrl);
  const model = reader.text(names.model);
  const name = reader.text(names.name) ?? 'local';
  const apiKey = reader.text(names.key);
  const voices = names.voices === undefined ? [] : readVoices(reader, names.voices);
  if (baseUrl === null && model === null && voices.length === 0) return null;
  if (baseUrl === null || model === null || (names.voices !== undefined && voices.length === 0)) {
    const rest = names.voices === undefined ? names.model : `${names.model} and ${names.voices}`;
    reader.problems.push(`${names.baseUrl} belongs together with ${rest}: set all or none.`);
    return null;
  }
  if (!/^[a-z0-9-]+$/.test(name) || VENDOR_NAMES.includes(name)) {
    reader.problems.push(
      `${names.name} may contain a–z, 0–9 and - only, and must not be the name of a vendor.`,
    );
  }
  return { name, baseUrl, apiKey, model, voices };
}

/** Reads a URL and removes trailing slashes. */
function readRoot(reader: EnvironmentReader, name: string): string | null {
  return reader.url(name, HTTP)?.replace(/\/+$/, '') ?? null;
}

/** `id` or `id=Name`, separated by commas. */
function readVoices(reader: EnvironmentReader, variable: string): NamedVoice[] {
  return reader.list(variable).flatMap((text) => {
    const [id = '', name = id] = text.split('=', 2).map((part) => part.trim());
    if (/^[\w.:-]+$/.test(id) && name !== '') return [{ id, name }];
    reader.problems.push(`${variable} must have the form "id=Name, id=Name", not "${text}".`);
    return [];
  });
}
