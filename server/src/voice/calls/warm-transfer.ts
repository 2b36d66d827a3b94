import type { CallHost } from '../call-host.ts';
import { toolTextOf } from '../session/assistant-texts.ts';
import type { ToolOf } from './call-control.ts';
import type { CallStage } from './call-stage.ts';
import { connectParty, takeBack } from './connect-party.ts';
import { dialParty } from './dial-party.ts';
import { summariseCall } from './summarise-call.ts';

/**
 * Holds the customer with words and music, calls the supervisor, tells them what it is about, then connects the two. A
 * supervisor who does not answer, leaves before, or has a machine answer sends the customer back to the assistant.
 */
export async function warmTransfer(stage: CallStage, tool: ToolOf<'warm_call_transfer'>): Promise<void> {
  const { call, conversation } = stage;
  const target = { kind: 'warm' as const, target: tool.supervisor_phone };
  const text = (template: string | null | undefined): string => toolTextOf(conversation.assistant, template);
  conversation.stopListening();
  const summary = summariseCall(stage, text(tool.summary_instructions));
  await conversation.sayLocked(text(tool.hold_message));
  playHoldMusic(stage, tool);
  const from = await callerId(tool, call.host, call.signal);
  const dialed = await dialParty(stage, { to: tool.supervisor_phone, from, line: tool.outbound_phone_id });
  if (dialed.kind === 'failed') {
    takeBack(stage, target, dialed);
    return;
  }
  const { party } = dialed;
  try {
    await party.expectsUs();
    await party.say([text(tool.briefing_initial_message), await summary].join(' ').trim());
    if (party.absence === null) {
      stage.setBackground(null);
      await conversation.sayLocked(text(tool.connected_message));
    }
    const reason = party.absence;
    if (reason !== null) takeBack(stage, target, { reason });
    else await connectParty(stage, party, target);
  } finally {
    await party.close();
  }
}

function playHoldMusic(stage: CallStage, tool: ToolOf<'warm_call_transfer'>): void {
  if (tool.hold_music === 'none') return;
  const volume = (tool.hold_music_volume ?? 80) / 100;
  stage.setBackground(stage.call.services.beds.play('hold-music', stage.leg.sampleRateHz, volume));
}

/** What the supervisor's phone shows; null: the call's own number. */
async function callerId(
  tool: ToolOf<'warm_call_transfer'>,
  host: CallHost,
  signal: AbortSignal,
): Promise<string | null> {
  if (tool.caller_id_mode === 'custom' && tool.custom_caller_id != null) return tool.custom_caller_id;
  if (tool.caller_id_mode === 'customer_number' && host.customerNumber !== null) return host.customerNumber;
  return host.phoneNumber(tool.outbound_phone_id, signal);
}
