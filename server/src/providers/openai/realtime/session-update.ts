import type { RealtimeOptions } from '../../interfaces/realtime-model.ts';
import { fittingHints } from '../../kit/speech/hint-list.ts';
import { wireAudio } from './wire-audio.ts';

/** Audio before the detected start that the model receives too. */
const PREFIX_PADDING_MS = 300;
/** Shorter silences would interrupt people at every breath. */
const MIN_SILENCE_MS = 200;
/** A shorter silence than the default means a more eager model, a longer one a more patient model. */
const EAGER_BELOW_MS = 400;
const PATIENT_ABOVE_MS = 1000;
const TRANSCRIPTION_MODEL = 'gpt-4o-mini-transcribe';
const MAX_PROMPT_BYTES = 600;

/** The first message of a session: all settings of the assistant, in the GA format. */
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
          transcription: transcription(options),
        },
        ...(output === 'audio' && { output: { format, speed, ...(voice !== null && { voice }) } }),
      },
    },
  };
}

function turnDetection({
  turnDetectionThreshold,
  endpointSilenceMs,
  hasSemanticTurns,
}: RealtimeOptions): Record<string, unknown> {
  const responses = { create_response: true, interrupt_response: true };
  if (hasSemanticTurns)
    return { type: 'semantic_vad', eagerness: eagerness(endpointSilenceMs), ...responses };
  return {
    type: 'server_vad',
    ...(turnDetectionThreshold !== null && { threshold: turnDetectionThreshold }),
    prefix_padding_ms: PREFIX_PADDING_MS,
    ...(endpointSilenceMs !== null && {
      silence_duration_ms: Math.max(MIN_SILENCE_MS, Math.round(endpointSilenceMs)),
    }),
    ...responses,
  };
}

/** OpenAI's level for the maximum wait of semantic turn detection. */
function eagerness(endpointSilenceMs: number | null): 'low' | 'auto' | 'high' {
  if (endpointSilenceMs === null) return 'auto';
  if (endpointSilenceMs < EAGER_BELOW_MS) return 'high';
  return endpointSilenceMs > PATIENT_ABOVE_MS ? 'low' : 'auto';
}

/** A language hint only for a single language, because it suppresses the others. */
function transcription({ languages, keywords }: RealtimeOptions): Record<string, unknown> {
  const [language] = languages;
  const prompt = fittingHints(keywords, MAX_PROMPT_BYTES).join(', ');
  const isSure = languages.length === 1 && language !== undefined;
  return {
    model: TRANSCRIPTION_MODEL,
    ...(isSure && { language }),
    ...(prompt !== '' && { prompt: `Expect these words: ${prompt}.` }),
  };
}
