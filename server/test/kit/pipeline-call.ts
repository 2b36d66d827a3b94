import { afterAll, beforeAll, expect } from 'vitest';
import type { CallJournal } from '../../src/agent/made-calls.ts';
import type { AgentTool } from '../../src/agent/tool.ts';
import type { CallAssistant } from '../../src/voice/call-host.ts';
import { callAssistant, type EngineCall, openEngineCall } from './engine-call.ts';
import type { ScriptedModel } from './scripted-model.ts';
import { type ScriptedStt, type ScriptedTts, scriptedTts } from './scripted-voice.ts';

interface PipelineSetup {
  assistant?: Partial<CallAssistant>;
  voice?: ScriptedTts;
  stt?: ScriptedStt;
  tools?: AgentTool[];
  journal?: CallJournal;
}

export interface PipelineCall extends EngineCall {
  voice: ScriptedTts;
  /** Types of all events, in order. */
  types(): string[];
  /** The word timings of a reply. */
  words(replyId: string): string;
}

/** Opens a pipeline engine with a scripted model, TTS and, if given, STT. */
export function openPipeline(
  model: ScriptedModel,
  { assistant, voice = scriptedTts(), stt, tools, journal }: PipelineSetup = {},
): PipelineCall {
  const held = openEngineCall(
    {
      ttsProviders: new Map([['scripted', voice]]),
      sttProviders: new Map(stt === undefined ? [] : [[stt.code, stt]]),
    },
    callAssistant(model, { ...(stt && { transcriber: stt.code }), ...assistant }),
    { extraTools: tools, journal },
  );
  return {
    ...held,
    voice,
    types: () => held.events.map(({ type }) => type),
    words: (replyId) =>
      held
        .of('reply-words')
        .filter((event) => event.replyId === replyId)
        .flatMap((event) => event.words.map(({ text }) => text))
        .join(' '),
  };
}

/** User and assistant messages of a request; the last one by default. */
export function talk(model: ScriptedModel, request = -1): string[] {
  return (model.requests.at(request)?.messages ?? []).flatMap((message) =>
    message.role === 'user' || message.role === 'assistant' ? [`${message.role}: ${message.content}`] : [],
  );
}

/** System message of a request; the last one by default. */
export function systemOf(model: ScriptedModel, request = -1): string {
  const [first] = model.requests.at(request)?.messages ?? [];
  return first?.role === 'system' ? first.content : '';
}

/** Fails the test file on unhandled rejections. */
export function watchUnhandled(): void {
  const unhandled: unknown[] = [];
  const onUnhandled = (reason: unknown): void => void unhandled.push(reason);
  beforeAll(() => void process.on('unhandledRejection', onUnhandled));
  afterAll(() => {
    process.off('unhandledRejection', onUnhandled);
    expect(unhandled).toEqual([]);
  });
}
