import { afterAll, beforeAll, expect } from 'vitest';
import type { AgentTool } from '../../src/agent/tool.ts';
import type { CallAssistant } from '../../src/voice/call-host.ts';
import { callAssistant, type EngineCall, openEngineCall } from './engine-call.ts';
import type { ScriptedModel } from './scripted-model.ts';
import { type ScriptedStt, type ScriptedTts, scriptedTts } from './scripted-voice.ts';

interface PipelineSetup {
  assistant?: Partial<CallAssistant>;
  voice?: ScriptedTts;
  ears?: ScriptedStt;
  tools?: AgentTool[];
}

export interface PipelineCall extends EngineCall {
  voice: ScriptedTts;
  /** Of everything that was told, in order. */
  types(): string[];
  /** Of a reply, as they were told. */
  words(replyId: string): string;
}

/** A pipeline engine over a scripted model, voice and, if given, ears. */
export function openPipeline(
  model: ScriptedModel,
  { assistant, voice = scriptedTts(), ears, tools }: PipelineSetup = {},
): PipelineCall {
  const held = openEngineCall(
    {
      ttsProviders: new Map([['scripted', voice]]),
      sttProviders: new Map(ears === undefined ? [] : [[ears.code, ears]]),
    },
    callAssistant(model, { ...(ears && { transcriber: ears.code }), ...assistant }),
    tools,
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

/** The user and assistant messages of a request, the last one unless told otherwise. */
export function talk(model: ScriptedModel, request = -1): string[] {
  return (model.requests.at(request)?.messages ?? []).flatMap((message) =>
    message.role === 'user' || message.role === 'assistant' ? [`${message.role}: ${message.content}`] : [],
  );
}

/** The system message of a request, the last one unless told otherwise. */
export function systemOf(model: ScriptedModel, request = -1): string {
  const [first] = model.requests.at(request)?.messages ?? [];
  return first?.role === 'system' ? first.content : '';
}

/** Fails the test file when a promise is rejected that nobody looks after. */
export function watchUnhandled(): void {
  const unhandled: unknown[] = [];
  const onUnhandled = (reason: unknown): void => void unhandled.push(reason);
  beforeAll(() => void process.on('unhandledRejection', onUnhandled));
  afterAll(() => {
    process.off('unhandledRejection', onUnhandled);
    expect(unhandled).toEqual([]);
  });
}
