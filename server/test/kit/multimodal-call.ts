import type { AgentTool } from '../../src/agent/tool.ts';
import type { CallAssistant } from '../../src/voice/call-host.ts';
import { callAssistant, type EngineCall, openEngineCall, voiceSettings } from './engine-call.ts';
import { scriptedModel } from './scripted-model.ts';
import { type ScriptedRealtime, scriptedRealtime } from './scripted-realtime.ts';
import type { ScriptedSynthesizer } from './scripted-voice.ts';

export interface MultimodalCall extends EngineCall {
  live: ScriptedRealtime;
  /** The words of a reply, as they were told. */
  said(replyId: string): string;
  types(): string[];
}

/** A multimodal engine over a scripted realtime model. @param voice of ours, where there is one */
export function openMultimodal(
  assistant: Partial<CallAssistant> = {},
  tools: AgentTool[] = [],
  voice?: ScriptedSynthesizer,
): MultimodalCall {
  const live = scriptedRealtime();
  const settings = voiceSettings({ mode: 'multimodal', turnDetectionThreshold: 0.4 });
  const model = assistant.model ?? scriptedModel('a/m');
  const held = openEngineCall(
    {
      realtimeModels: new Map([[live.id, live]]),
      ...(voice !== undefined && { synthesizers: new Map([[voice.code, voice]]) }),
    },
    callAssistant(model, { settings, realtimeModel: live.id, ...assistant }),
    tools,
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
