import { knowledgeTool } from '../../../agent/knowledge.ts';
import { buildSystemPrompt } from '../../../agent/prompt.ts';
import type { AgentTool } from '../../../agent/tool.ts';
import type { HistoryMessage } from '../../../agent/turn.ts';
import { isVoiceOfModel } from '../../../core/catalog.ts';
import { speakingStyleOf } from '../../../providers/interfaces/expressiveness.ts';
import type { RealtimeModel, RealtimeOptions } from '../../../providers/interfaces/realtime-model.ts';
import { distinctTools } from '../distinct-tools.ts';
import type { EngineOptions } from '../engine-options.ts';
import { instructionMessage, realtimeNotes } from '../spoken-notes.ts';
import type { ReplayedText } from './realtime-connection.ts';
import { toolOutput } from './tool-calls.ts';

/** Messages replayed to a new session. */
const REPLAYED_MESSAGES = 40;

/** All tools of the model, including document search. */
export function realtimeTools({ assistant, extraTools }: EngineOptions): AgentTool[] {
  const search = assistant.knowledge === null ? [] : [knowledgeTool(assistant.knowledge)];
  return distinctTools([...search, ...extraTools, ...assistant.tools]);
}

/** Options for a session; the conversation is replayed after opening. */
export function sessionOptions(
  { assistant, clock, sampleRateHz }: EngineOptions,
  { id }: Pick<RealtimeModel, 'id'>,
  about: { tools: readonly AgentTool[]; dataCode: string; supervisorNotes: readonly string[] },
): RealtimeOptions {
  const { tools, dataCode, supervisorNotes } = about;
  const { persona, settings } = assistant;
  const { voice } = settings;
  const speaks = settings.mode === 'multimodal';
  // Vendors reject voices of other vendors, so the model uses its default.
  const hasVoice = speaks && isVoiceOfModel(voice.voice, id);
  return {
    callRateHz: sampleRateHz,
    instructions: buildSystemPrompt({
      // The opening is part of the replayed conversation.
      persona,
      now: clock.now(),
      dataCode,
      canSearch: assistant.knowledge !== null,
      passages: null,
      notes: realtimeNotes({
        manner: speaks ? speakingStyleOf(voice) : null,
        areKeysConfidential: settings.maskKeypadInput,
        isNormalized: voice.isNormalized,
        pronunciations: voice.pronunciations,
        supervisorNotes,
      }),
    }),
    output: speaks ? 'audio' : 'text',
    voice: hasVoice ? voice.voice.slice(voice.voice.indexOf('/') + 1) : null,
    speed: voice.speed,
    stability: voice.stability,
    emotion: voice.emotion,
    temperature: assistant.temperature,
    tools: tools.map(({ description }) => description),
    keywords: [assistant.name, ...settings.transcriberKeywords],
    languages: [voice.language, ...voice.secondaryLanguages.filter((other) => other !== voice.language)],
    turnDetectionThreshold: settings.turnDetectionThreshold,
    endpointSilenceMs: settings.endpointSilenceMs,
    hasSemanticTurns: settings.endpointType === 'ai',
    noiseReduction: settings.noiseCancellation,
  };
}

/** The end of the conversation for a new session, with the results of these tools; others are a previous assistant's. */
export function replayedTexts(
  history: readonly HistoryMessage[],
  { tools, dataCode }: { tools: readonly AgentTool[]; dataCode: string },
): ReplayedText[] {
  const own = new Set(tools.map(({ description }) => description.name));
  return history.slice(-REPLAYED_MESSAGES).flatMap(({ role, content, functionCalls = [] }) => {
    const results = functionCalls
      .filter(({ name }) => own.has(name))
      .map((call): ReplayedText => {
        const given = JSON.stringify(call.arguments);
        const returned = `You called ${call.name} with ${given}. It returned ${toolOutput(call, dataCode)}.`;
        return { role: 'user', text: instructionMessage(returned) };
      });
    return content === '' ? results : [...results, { role, text: content }];
  });
}
