import { callModel } from '../../agent/model-call.ts';
import { withTimeLimit } from '../../agent/time-limit.ts';
import type { HistoryMessage, ModelCallRecord } from '../../agent/turn.ts';
import { CALL_MARKS, INSTRUCTION_HEADING } from '../../providers/interfaces/conventions.ts';
import { ProviderError } from '../../providers/interfaces/provider-error.ts';
import type { CallHost } from '../call-host.ts';
import { requestHeadersOf, toolTextOf } from '../session/assistant-texts.ts';
import type { ToolOf } from '../session/call-control.ts';
import type { CallStage } from '../session/call-stage.ts';
import { connectParty, returnToAssistant } from './connect-party.ts';
import { dialParty } from './dial-party.ts';

/**
 * Puts the customer on hold with music, dials and briefs the supervisor, then connects the two. The customer returns
 * to the assistant if the supervisor does not answer, hangs up, or a machine answers.
 */
export async function warmTransfer(stage: CallStage, tool: ToolOf<'warm_call_transfer'>): Promise<void> {
  const { call, conversation } = stage;
  const target = { kind: 'warm' as const, target: tool.supervisor_phone };
  const text = (template: string | null | undefined): string => toolTextOf(conversation.assistant, template);
  conversation.stopListening();
  const summary = summarizeCall(stage, text(tool.summary_instructions));
  await conversation.sayLocked(text(tool.hold_message));
  playHoldMusic(stage, tool);
  const from = await callerId(tool, call.host, call.signal);
  const dialed = await dialParty(stage, {
    to: tool.supervisor_phone,
    from,
    line: tool.outbound_phone_id,
    headers: requestHeadersOf(conversation.assistant, tool.sip_headers),
  });
  if (dialed.kind === 'failed') {
    returnToAssistant(stage, target, dialed);
    return;
  }
  const { party } = dialed;
  try {
    await party.awaitTurn();
    await party.say([text(tool.briefing_initial_message), await summary].join(' ').trim());
    if (party.absence === null) {
      stage.setBackground(null);
      await conversation.sayLocked(text(tool.connected_message));
    }
    const reason = party.absence;
    if (reason !== null) returnToAssistant(stage, target, { reason });
    else await connectParty(stage, party, target);
  } finally {
    await party.close();
  }
}

function playHoldMusic(stage: CallStage, tool: ToolOf<'warm_call_transfer'>): void {
  if (tool.hold_music === 'none') return;
  const volume = (tool.hold_music_volume ?? 80) / 100;
  stage.setBackground(stage.call.services.backgroundAudio.play('hold-music', stage.leg.sampleRateHz, volume));
}

/** Caller ID shown to the supervisor; null for the call's own number. */
async function callerId(
  tool: ToolOf<'warm_call_transfer'>,
  host: CallHost,
  signal: AbortSignal,
): Promise<string | null> {
  if (tool.caller_id_mode === 'custom' && tool.custom_caller_id != null) return tool.custom_caller_id;
  if (tool.caller_id_mode === 'customer_number' && host.customerNumber !== null) return host.customerNumber;
  return host.phoneNumber(tool.outbound_phone_id, signal);
}

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
async function summarizeCall(stage: CallStage, task: string): Promise<string> {
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
