import type { CallHost } from '../call-host.ts';
import { toolTextOf } from '../session/assistant-texts.ts';
import type { ToolOf } from '../session/call-control.ts';
import type { CallStage } from '../session/call-stage.ts';
import { connectParty, returnToAssistant } from './connect-party.ts';
import { dialParty } from './dial-party.ts';
import { summarizeCall } from './summarize-call.ts';

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
  const dialed = await dialParty(stage, { to: tool.supervisor_phone, from, line: tool.outbound_phone_id });
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
