import { toolTextOf } from '../session/assistant-texts.ts';
import type { ToolOf } from '../session/call-control.ts';
import type { CallStage } from '../session/call-stage.ts';
import { connectParty, returnToAssistant } from './connect-party.ts';
import { dialParty } from './dial-party.ts';

const HOLD_MUSIC_VOLUME = 0.6;

/**
 * Transfers the customer to a number. The carrier does it if it can (blind transfer); otherwise, and for warm
 * transfers, we dial the party and bridge. If a machine answers a warm transfer, the customer returns to the
 * assistant.
 */
export async function transferCall(
  stage: CallStage,
  tool: ToolOf<'call_transfer'>,
  target: string,
): Promise<void> {
  const { call, conversation, leg } = stage;
  const named = { kind: 'blind' as const, target };
  conversation.stopListening();
  if (tool.warm_transfer !== true && (await carrierCanReach(stage, target))) {
    const outcome = await leg.transfer(target, call.signal);
    if (outcome.kind === 'transferred') {
      call.emit({ type: 'transferred', ...named, outcome: 'connected', reason: null });
      stage.end({ status: 'completed', reason: 'transferred' });
      return;
    }
    if (outcome.kind === 'refused') {
      returnToAssistant(stage, named, outcome);
      return;
    }
  }
  stage.setBackground(call.services.backgroundAudio.play('hold-music', leg.sampleRateHz, HOLD_MUSIC_VOLUME));
  const dialed = await dialParty(stage, { to: target, from: null, line: null });
  if (dialed.kind === 'failed') {
    returnToAssistant(stage, named, dialed);
    return;
  }
  const { party } = dialed;
  try {
    if (tool.warm_transfer === true) {
      await party.awaitTurn();
      await party.say(toolTextOf(conversation.assistant, tool.warm_transfer_message));
    }
    const reason = party.absence;
    if (reason !== null) returnToAssistant(stage, named, { reason });
    else await connectParty(stage, party, named);
  } finally {
    await party.close();
  }
}

/** True if the carrier of this leg can reach the target. */
async function carrierCanReach({ call, leg }: CallStage, target: string): Promise<boolean> {
  // Carrier APIs accept numbers only.
  if (/^sips?:/i.test(target) && leg.kind !== 'sip') return false;
  return !(await call.host.isExtension(target, call.signal));
}
