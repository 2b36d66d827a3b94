import { callModel } from '../../agent/model-call.ts';
import { withTimeLimit } from '../../agent/time-limit.ts';
import type { HistoryMessage, ModelCallRecord } from '../../agent/turn.ts';
import { CALL_MARKS, INSTRUCTION_HEADING } from '../../providers/interfaces/conventions.ts';
import { ProviderError } from '../../providers/interfaces/provider-error.ts';
import type { CallStage } from '../session/call-stage.ts';

const SUMMARY_WITHIN_MS = 8_000;
const MAX_TRANSCRIPT_CHARACTERS = 12_000;
const MAX_SUMMARY_CHARACTERS = 800;
/** Length of the fallback when no summary arrives: the customer's last words. */
const LAST_WORDS_CHARACTERS = 200;

const INSTRUCTIONS =
  'You brief a colleague who is about to take over a phone call. Write only what is to be spoken, in the language of the call.';
const DEFAULT_TASK = 'Summarize in two or three sentences who the caller is and what they need.';

/**
 * Summary of the call for the person who takes over. Never fails: falls back to the customer's last words.
 * @param task instructions; empty for the default
 */
export async function summarizeCall(stage: CallStage, task: string): Promise<string> {
  const { transcript, call } = stage;
  if (transcript.length === 0) return '';
  try {
    const bounds = { timeoutMs: SUMMARY_WITHIN_MS, clock: call.services.clock, signal: call.signal };
    return await withTimeLimit((signal) => askModel(stage, task.trim() || DEFAULT_TASK, signal), bounds);
  } catch {
    return lastWords(transcript);
  }
}

async function askModel(stage: CallStage, task: string, signal: AbortSignal): Promise<string> {
  const { call, conversation, transcript } = stage;
  const { model } = conversation.assistant;
  const { clock } = call.services;
  const startedMs = clock.monotonicMs();
  const record: ModelCallRecord = {
    modelId: model.id,
    usage: { inputTokens: null, outputTokens: null },
    finishReason: null,
    errorCode: null,
    firstEventMs: null,
    totalMs: 0,
  };
  const marked = `${CALL_MARKS.begin}\n${written(transcript)}\n${CALL_MARKS.end}`;
  const request = {
    messages: [
      { role: 'system' as const, content: INSTRUCTIONS },
      { role: 'user' as const, content: `${INSTRUCTION_HEADING} ${task}\n\n${marked}` },
    ],
    tools: [],
  };
  let text = '';
  try {
    for await (const event of callModel({ model, request, firstEventMs: SUMMARY_WITHIN_MS, clock, signal })) {
      record.firstEventMs ??= clock.monotonicMs() - startedMs;
      if (event.type === 'text-delta') text += event.text;
      if (event.type === 'text-withdrawn') text = '';
      if (event.type === 'finish') [record.finishReason, record.usage] = [event.reason, event.usage];
    }
  } catch (error) {
    record.errorCode = error instanceof ProviderError ? error.code : 'malformed';
    throw error;
  } finally {
    call.emit({ type: 'model-call', call: { ...record, totalMs: clock.monotonicMs() - startedMs } });
  }
  return text.trim().slice(0, MAX_SUMMARY_CHARACTERS) || lastWords(transcript);
}

function written(transcript: readonly HistoryMessage[]): string {
  const lines = transcript.map(
    ({ role, content }) => `${role === 'user' ? CALL_MARKS.customer : CALL_MARKS.assistant}${content}`,
  );
  return lines.join('\n').slice(-MAX_TRANSCRIPT_CHARACTERS);
}

function lastWords(transcript: readonly HistoryMessage[]): string {
  return transcript.findLast(({ role }) => role === 'user')?.content.slice(-LAST_WORDS_CHARACTERS) ?? '';
}
