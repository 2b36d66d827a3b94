import type { RealtimeOptions } from '../../spec/realtime-model.ts';
import { wireAudio } from './wire-audio.ts';

/** Audio from before the detected beginning of speech that the model hears too. */
const PREFIX_PADDING_MS = 300;
/** Shorter silences cut people off at every breath. */
const LEAST_SILENCE_MS = 200;
const TRANSCRIPTION_MODEL = 'gpt-4o-mini-transcribe';

/** The first message of a session: everything that the assistant's settings say, in the names of the GA interface. */
export function sessionUpdate(options: RealtimeOptions): Record<string, unknown> {
  const { output, voice, speed, tools, instructions } = options;
  const { format } = wireAudio(options.callRateHz);
  return {
    type: 'session.update',
    session: {
      type: 'realtime',
      instructions,
      output_modalities: [output],
      tools: tools.map(({ name, description, parameters }) => ({
        type: 'function',
        name,
        description,
        parameters,
      })),
      tool_choice: 'auto',
      audio: {
        input: {
          format,
          turn_detection: turnDetection(options),
          noise_reduction: options.noiseReduction ? { type: 'near_field' } : null,
          transcription: transcription(options.languages),
        },
        ...(output === 'audio' && { output: { format, speed, ...(voice !== null && { voice }) } }),
      },
    },
  };
}

function turnDetection({
  turnDetectionThreshold,
  endpointSilenceMs,
}: RealtimeOptions): Record<string, unknown> {
  return {
    type: 'server_vad',
    ...(turnDetectionThreshold !== null && { threshold: turnDetectionThreshold }),
    prefix_padding_ms: PREFIX_PADDING_MS,
    ...(endpointSilenceMs !== null && {
      silence_duration_ms: Math.max(LEAST_SILENCE_MS, Math.round(endpointSilenceMs)),
    }),
    create_response: true,
    interrupt_response: true,
  };
}

/** A hint of the language only where there is one: it keeps the transcriber from hearing others. */
function transcription(languages: readonly string[]): Record<string, unknown> {
  const [language] = languages;
  const isSure = languages.length === 1 && language !== undefined;
  return { model: TRANSCRIPTION_MODEL, ...(isSure && { language }) };
}
