import type { ToolDescription } from '../../interfaces/language-model.ts';
import type { RealtimeOptions } from '../../interfaces/realtime-model.ts';
import { functionSchema } from './function-schema.ts';

/** Audio before the detected start that counts as speech. */
const PREFIX_PADDING_MS = 100;

/** The first message of a connection. @param handle resumes a session; null for a new one */
export function liveSetup(
  model: string,
  options: RealtimeOptions,
  handle: string | null,
): Record<string, unknown> {
  const { instructions, tools, temperature, voice } = options;
  const text = [instructions, ...speedInstruction(options)].join('\n\n');
  return {
    setup: {
      model: `models/${model}`,
      generationConfig: {
        // These models only output audio; its transcript is the text.
        responseModalities: ['AUDIO'],
        temperature,
        ...(options.output === 'audio' &&
          voice !== null && {
            speechConfig: { voiceConfig: { prebuiltVoiceConfig: { voiceName: voice } } },
          }),
      },
      systemInstruction: { parts: [{ text }] },
      ...(tools.length > 0 && { tools: [{ functionDeclarations: tools.map(declaration) }] }),
      realtimeInputConfig: { automaticActivityDetection: activityDetection(options) },
      inputAudioTranscription: {},
      outputAudioTranscription: {},
      sessionResumption: handle === null ? {} : { handle },
      // Without compression, an audio session ends after a quarter of an hour.
      contextWindowCompression: { slidingWindow: {} },
    },
  };
}

function declaration({ name, description, parameters: schema }: ToolDescription): Record<string, unknown> {
  const parameters = functionSchema(schema);
  // The reply depends on the tool's result.
  return { name, description, ...(parameters !== null && { parameters }), behavior: 'BLOCKING' };
}

/** The vendor has no speed setting, but its models follow instructions. Smaller changes are inaudible. */
const AUDIBLE_CHANGE = 0.05;

function speedInstruction({ output, speed }: RealtimeOptions): string[] {
  if (output !== 'audio' || Math.abs(speed - 1) < AUDIBLE_CHANGE) return [];
  const percent = Math.round(speed * 100);
  return [`Speak ${speed < 1 ? 'more slowly' : 'faster'} than usual, at ${percent}% of your normal speed.`];
}

/** The vendor has two sensitivities: a threshold in the upper half requires clearer speech. */
function activityDetection({
  turnDetectionThreshold,
  endpointSilenceMs,
  hasSemanticTurns,
}: RealtimeOptions): Record<string, unknown> {
  return {
    // The vendor's semantic detection, which waits if a turn does not sound finished.
    ...(hasSemanticTurns && { endOfSpeechSensitivity: 'END_SENSITIVITY_LOW' }),
    ...(turnDetectionThreshold !== null && {
      startOfSpeechSensitivity:
        turnDetectionThreshold > 0.5 ? 'START_SENSITIVITY_LOW' : 'START_SENSITIVITY_HIGH',
    }),
    prefixPaddingMs: PREFIX_PADDING_MS,
    ...(endpointSilenceMs !== null && { silenceDurationMs: Math.round(endpointSilenceMs) }),
  };
}
