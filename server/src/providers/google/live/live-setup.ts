import type { ToolDescription } from '../../interfaces/language-model.ts';
import type { RealtimeOptions } from '../../interfaces/realtime-model.ts';
import { functionSchema } from './function-schema.ts';

/** Audio before the detected beginning of speech that counts as speech. */
const PREFIX_PADDING_MS = 100;

/** The first message of a connection. `handle`: of a session that goes on; null: a new one. */
export function liveSetup(
  model: string,
  options: RealtimeOptions,
  handle: string | null,
): Record<string, unknown> {
  const { instructions, tools, temperature, voice } = options;
  const text = [instructions, ...paceOf(options)].join('\n\n');
  return {
    setup: {
      model: `models/${model}`,
      generationConfig: {
        // Models that speak do not write; what they say is transcribed.
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
      // Without it a session of speech ends after a quarter of an hour.
      contextWindowCompression: { slidingWindow: {} },
    },
  };
}

function declaration({ name, description, parameters: schema }: ToolDescription): Record<string, unknown> {
  const parameters = functionSchema(schema);
  // The answer follows from what the tool says, not before.
  return { name, description, ...(parameters !== null && { parameters }), behavior: 'BLOCKING' };
}

/** The vendor has no setting of it, and its models do as they are told. Less than this much nobody hears. */
const HEARD_CHANGE = 0.05;

function paceOf({ output, speed }: RealtimeOptions): string[] {
  if (output !== 'audio' || Math.abs(speed - 1) < HEARD_CHANGE) return [];
  const percent = Math.round(speed * 100);
  return [`Speak ${speed < 1 ? 'more slowly' : 'faster'} than you usually do: at ${percent} % of your pace.`];
}

/** The vendor knows two sensitivities: a threshold in the upper half asks for clearer speech. */
function activityDetection({
  turnDetectionThreshold,
  endpointSilenceMs,
  judgesTurns,
}: RealtimeOptions): Record<string, unknown> {
  return {
    // The vendor's own judgement, which holds back the end of a turn that does not sound like one.
    ...(judgesTurns && { endOfSpeechSensitivity: 'END_SENSITIVITY_LOW' }),
    ...(turnDetectionThreshold !== null && {
      startOfSpeechSensitivity:
        turnDetectionThreshold > 0.5 ? 'START_SENSITIVITY_LOW' : 'START_SENSITIVITY_HIGH',
    }),
    prefixPaddingMs: PREFIX_PADDING_MS,
    ...(endpointSilenceMs !== null && { silenceDurationMs: Math.round(endpointSilenceMs) }),
  };
}
