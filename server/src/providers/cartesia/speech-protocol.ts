import { ProviderError } from '../interfaces/provider-error.ts';
import type { SpeechOptions, SpeechWord } from '../interfaces/tts-provider.ts';
import { objectAt, textAt } from '../kit/json-parts.ts';
import type { SpeechMessage, SpeechProtocol, WordReader } from '../kit/speech/speech-protocol.ts';
import type { VendorAccess } from '../kit/speech/speech-vendor.ts';
import { codeOfStatus } from '../kit/status-error.ts';
import { withPhonemes } from './phonemes.ts';

/** The API version that this file implements. */
const CARTESIA_VERSION = '2025-04-16';

/** Cartesia's WebSocket; each TTS request is a context. Source: docs.cartesia.ai/api-reference/tts/websocket */
export function cartesiaProtocol({ apiKey, socketUrl, model }: VendorAccess): SpeechProtocol {
  const request = (context_id: string, transcript: string, options: SpeechOptions): object => ({
    context_id,
    transcript,
    model_id: model,
    voice: { mode: 'id', id: options.voice, ...olderControls(model, options) },
    language: options.language,
    output_format: outputFormat(options),
    add_timestamps: true,
    // Each text is a whole sentence or clause, so buffering gains nothing.
    max_buffer_delay_ms: 0,
    ...generationConfig(model, options),
  });
  return {
    vendor: 'Cartesia',
    speechesPerConnection: 20,
    takesIpa: true,
    headers: { 'x-api-key': apiKey, 'cartesia-version': CARTESIA_VERSION },
    url: () => `${socketUrl}/tts/websocket`,
    say: (contextId, text, { options }) => [
      { ...request(contextId, `${withPhonemes(text.trim(), options.phonemes)} `, options), continue: true },
    ],
    finish: (contextId, options) => [{ ...request(contextId, '', options), continue: false }],
    cancel: (context_id) => [{ context_id, cancel: true }],
    read: readMessage,
    createWordReader,
  };
}

function outputFormat({ sampleRateHz }: SpeechOptions): object {
  const encoding = sampleRateHz === 8_000 ? 'pcm_mulaw' : 'pcm_s16le';
  return { container: 'raw', encoding, sample_rate: sampleRateHz };
}

const isOlder = (model: string): boolean =>
  /^sonic(-2|-turbo|-english|-multilingual)?(-\d{4}.*)?$/.test(model);

/** With `emotion`, the model infers emotion from the text; without, the voice is set to stay calm. */
function generationConfig(model: string, { speed, emotion }: SpeechOptions): object {
  if (isOlder(model)) return {};
  return { generation_config: { speed, ...(emotion ? {} : { emotion: 'calm' }) } };
}

/** Models before `sonic-3` take a speed from -1 to 1. */
function olderControls(model: string, { speed }: SpeechOptions): object {
  if (!isOlder(model) || speed === 1) return {};
  const scaled = speed < 1 ? (speed - 1) / 0.3 : (speed - 1) / 0.2;
  return { __experimental_controls: { speed: Math.round(Math.max(-1, Math.min(1, scaled)) * 100) / 100 } };
}

function readMessage(message: Record<string, unknown>): SpeechMessage | null {
  const contextId = textAt(message['context_id']);
  switch (message['type']) {
    case 'chunk': {
      const data = textAt(message['data']);
      if (contextId === null || data === null) return null;
      return { contextId, audio: Buffer.from(data, 'base64') };
    }
    case 'timestamps':
      return contextId === null ? null : { contextId };
    case 'done':
      return contextId === null ? null : { contextId, isDone: true };
    case 'error':
      return { contextId, error: errorOf(message) };
    default:
      return null;
  }
}

function errorOf(message: Record<string, unknown>): ProviderError {
  const status = typeof message['status_code'] === 'number' ? message['status_code'] : 500;
  const words = textAt(message['message']) ?? textAt(message['error']) ?? textAt(message['title']) ?? '';
  return new ProviderError(
    codeOfStatus(status),
    'Cartesia rejected the speech request.',
    new Error(words.slice(0, 300)),
  );
}

/** Times are in seconds from the start of the context. */
function createWordReader(): WordReader {
  return {
    read(message) {
      const { words, start, end } = objectAt(message['word_timestamps']);
      if (!Array.isArray(words) || !Array.isArray(start) || !Array.isArray(end)) return [];
      const result: SpeechWord[] = [];
      for (const [index, text] of words.entries()) {
        const [from, to]: unknown[] = [start[index], end[index]];
        if (typeof text !== 'string' || typeof from !== 'number' || typeof to !== 'number') continue;
        const startMs = Math.max(0, Math.round(from * 1000));
        result.push({ text, startMs, endMs: Math.max(startMs, Math.round(to * 1000)) });
      }
      return result;
    },
    rest: () => [],
  };
}
