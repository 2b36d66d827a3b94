import { toolTextOf } from '../session/assistant-texts.ts';
import type { ToolOf } from './call-control.ts';
import type { CallStage } from './call-stage.ts';
import { connectParty, takeBack } from './connect-party.ts';
import { dialParty } from './dial-party.ts';

const WAITING_MUSIC_VOLUME = 0.6;

/**
 * Connects the customer with a number. The carrier does it where it can and lets us go; else, and where somebody is to be told
 * first who calls, we dial and stay between the two. Who is to be told is a person: a machine sends the customer back.
 */
export async function transferCall(
  stage: CallStage,
  tool: ToolOf<'call_transfer'>,
  target: string,
): Promise<void> {
  const { call, conversation, leg } = stage;
  const named = { kind: 'blind' as const, target };
  conversation.stopListening();
  if (tool.warm_transfer !== true && (await canSend(stage, target))) {
    const outcome = await leg.transfer(target, call.signal);
    if (outcome.kind === 'transferred') {
      call.tell({ type: 'transferred', ...named, outcome: 'connected', reason: null });
      stage.end({ status: 'completed', reason: 'transferred' });
      return;
    }
    if (outcome.kind === 'refused') {
      takeBack(stage, named, outcome);
      return;
    }
  }
  stage.setBackground(call.services.beds.play('hold-music', leg.sampleRateHz, WAITING_MUSIC_VOLUME));
  const dialed = await dialParty(stage, { to: target, from: null, line: null });
  if (dialed.kind === 'failed') {
    takeBack(stage, named, dialed);
    return;
  }
  const { party } = dialed;
  try {
    if (tool.warm_transfer === true) {
      await party.expectsUs();
      await party.say(toolTextOf(conversation.assistant, tool.warm_transfer_message));
    }
    const reason = party.absence;
    if (reason !== null) takeBack(stage, named, { reason });
    else await connectParty(stage, party, named);
  } finally {
    await party.close();
  }
}

/** Whether whoever brings the call may know the way to the target. */
async function canSend({ call, leg }: CallStage, target: string): Promise<boolean> {
  // A carrier's API takes numbers alone.
  if (/^sips?:/i.test(target) && leg.kind !== 'sip') return false;
  return !(await call.host.isExtension(target, call.signal));
}
