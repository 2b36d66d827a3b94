import type { CallJournal, MadeCall } from '../../src/agent/made-calls.ts';
import type { AgentTool } from '../../src/agent/tool.ts';
import type { RealtimeModel } from '../../src/providers/interfaces/realtime-model.ts';
import type { CallAssistant } from '../../src/voice/call-host.ts';
import { callAssistant, type EngineCall, openEngineCall, voiceSettings } from './engine-call.ts';
import { scriptedModel } from './scripted-model.ts';
import { type ScriptedRealtime, scriptedRealtime } from './scripted-realtime.ts';
import type { ScriptedTts } from './scripted-voice.ts';

export interface MultimodalCall extends EngineCall {
  live: ScriptedRealtime;
  /** The text of a reply, as emitted. */
  said(replyId: string): string;
  types(): string[];
}

interface Around {
  journal?: CallJournal;
  earlierCalls?: readonly MadeCall[];
  voice?: ScriptedTts;
  live?: ScriptedRealtime;
  fallbacks?: RealtimeModel[];
}

/** Opens a multimodal engine over a scripted realtime model. @param around adds our TTS voice and fallback models */
export function openMultimodal(
  assistant: Partial<CallAssistant> = {},
  tools: AgentTool[] = [],
  { voice, live = scriptedRealtime(), fallbacks = [], journal, earlierCalls }: Around = {},
): MultimodalCall {
  const settings = voiceSettings({ mode: 'multimodal', turnDetectionThreshold: 0.4 });
  const model = assistant.model ?? scriptedModel('a/m');
  const held = openEngineCall(
    {
      realtimeModels: new Map([[live.id, { ...live, fallbacks }]]),
      ...(voice !== undefined && { ttsProviders: new Map([[voice.code, voice]]) }),
    },
    callAssistant(model, { settings, realtimeModel: live.id, ...assistant }),
    { extraTools: tools, journal, earlierCalls },
  );
  return {
    ...held,
    live,
    types: () => held.events.map(({ type }) => type),
    said: (replyId) =>
      held
        .of('reply-words')
        .filter((event) => event.replyId === replyId)
        .flatMap((event) => event.words.map(({ text }) => text))
        .join(' '),
  };
}
