import type {
  CompatibleSpeechConfig,
  NamedVoice,
  OpenAiSpeechConfig,
  SpeechConfig,
  SpeechVendorConfig,
} from '../providers/spec/speech-config.ts';
import type { EnvironmentReader } from './environment-reader.ts';

const OFF = 'off';
const VENDOR_NAMES = [
  ...['flite', 'espeak', 'offline', 'offline-realtime', 'pocketsphinx'],
  ...['openai', 'google', 'deepgram', 'elevenlabs', 'cartesia'],
];
const HTTP = ['http:', 'https:'];

/** The vendors of speech that the environment names. Their keys are secrets. */
export function readSpeech(reader: EnvironmentReader): SpeechConfig {
  const deepgram = readVendor(reader, 'DEEPGRAM');
  const elevenlabs = readVendor(reader, 'ELEVENLABS');
  const cartesia = readVendor(reader, 'CARTESIA');
  const openai = readOpenAi(reader);
  const synthesizer = readCompatible(reader, 'TTS');
  const transcriber = readCompatible(reader, 'STT');
  return {
    ...(deepgram === null ? {} : { deepgram }),
    ...(elevenlabs === null ? {} : { elevenlabs }),
    ...(cartesia === null ? {} : { cartesia }),
    ...(openai === null ? {} : { openai }),
    ...(synthesizer === null ? {} : { synthesizer }),
    ...(transcriber === null ? {} : { transcriber }),
    pocketsphinxPhrases: reader.list('PARLEY_POCKETSPHINX_PHRASES'),
    fallbackSynthesizer: reader.text('PARLEY_FALLBACK_SYNTHESIZER'),
    fallbackTranscriber: reader.text('PARLEY_FALLBACK_TRANSCRIBER'),
  };
}

function readVendor(reader: EnvironmentReader, vendor: string): SpeechVendorConfig | null {
  const apiKey = reader.text(`${vendor}_API_KEY`);
  const baseUrl = readRoot(reader, `${vendor}_BASE_URL`);
  const model = reader.text(`PARLEY_${vendor}_MODEL`);
  const voices = readVoices(reader, `PARLEY_${vendor}_VOICES`);
  if (apiKey === null) {
    const idle = [
      ...(model === null ? [] : [`PARLEY_${vendor}_MODEL`]),
      ...(voices.length === 0 ? [] : [`PARLEY_${vendor}_VOICES`]),
    ];
    for (const name of idle) reader.problems.push(`${name} is set but ${vendor}_API_KEY is not.`);
    return null;
  }
  return {
    apiKey,
    ...(baseUrl === null ? {} : { baseUrl }),
    ...(model === null ? {} : { model }),
    ...(voices.length === 0 ? {} : { voices }),
  };
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

function readCompatible(reader: EnvironmentReader, kind: 'TTS' | 'STT'): CompatibleSpeechConfig | null {
  const baseUrl = readRoot(reader, `PARLEY_${kind}_BASE_URL`);
  const model = reader.text(`PARLEY_${kind}_MODEL`);
  const name = reader.text(`PARLEY_${kind}_NAME`) ?? 'local';
  const apiKey = reader.text(`PARLEY_${kind}_API_KEY`);
  const voices = kind === 'TTS' ? readVoices(reader, 'PARLEY_TTS_VOICES') : [];
  if (baseUrl === null && model === null && voices.length === 0) return null;
  if (baseUrl === null || model === null || (kind === 'TTS' && voices.length === 0)) {
    const needed = `PARLEY_${kind}_BASE_URL${kind === 'TTS' ? ', PARLEY_TTS_MODEL and PARLEY_TTS_VOICES' : ' and PARLEY_STT_MODEL'}`;
    reader.problems.push(`${needed} belong together: set all or none.`);
    return null;
  }
  if (!/^[a-z0-9-]+$/.test(name) || VENDOR_NAMES.includes(name)) {
    reader.problems.push(`PARLEY_${kind}_NAME must be made of a–z, 0–9 and -, and be no vendor of its own.`);
  }
  return { name, baseUrl, apiKey, model, voices };
}

/** Without a slash at its end. */
function readRoot(reader: EnvironmentReader, name: string): string | null {
  return reader.url(name, HTTP)?.replace(/\/+$/, '') ?? null;
}

/** `id` or `id=Name`, separated by commas. */
function readVoices(reader: EnvironmentReader, variable: string): NamedVoice[] {
  return reader.list(variable).flatMap((text) => {
    const [id = '', name = id] = text.split('=', 2).map((part) => part.trim());
    if (/^[\w.:-]+$/.test(id) && name !== '') return [{ id, name }];
    reader.problems.push(`${variable} must be like "id=Name, id=Name", not "${text}".`);
    return [];
  });
}
