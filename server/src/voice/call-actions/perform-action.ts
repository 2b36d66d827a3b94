import { AppError } from '../../core/errors.ts';
import { requestHeadersOf, toolTextOf } from '../session/assistant-texts.ts';
import type { CallAction, ToolOf } from '../session/call-control.ts';
import type { CallStage } from '../session/call-stage.ts';
import { awaitTranscript } from './await-transcript.ts';
import { connectParty, returnToAssistant, type TransferTarget } from './connect-party.ts';
import { dialParty } from './dial-party.ts';
import { warmTransfer } from './warm-transfer.ts';

type Transfer = Exclude<CallAction, { type: 'end-call' }>;

/** Runs a scheduled action. Resolves when the conversation continues or the call has ended. */
export async function performAction(stage: CallStage, action: CallAction, spoke: boolean): Promise<void> {
  if (action.type === 'end-call') return endCall(stage, spoke);
  try {
    await transfer(stage, action);
  } catch (error) {
    if (stage.call.signal.aborted) return;
    stage.call.services.log.error({ error }, 'A transfer failed.');
    // Only `AppError` messages are written for account users.
    returnToAssistant(stage, targetOf(action), {
      reason: error instanceof AppError ? error.message : 'internal error',
    });
  }
}

function transfer(stage: CallStage, action: Transfer): Promise<void> {
  switch (action.type) {
    case 'transfer':
      return transferCall(stage, action.tool, action.target);
    case 'warm-transfer':
      return warmTransfer(stage, action.tool);
    case 'assistant-transfer':
      return transferToAssistant(stage, action.tool);
  }
}

function targetOf(action: Transfer): TransferTarget {
  switch (action.type) {
    case 'transfer':
      return { kind: 'blind', target: action.target };
    case 'warm-transfer':
      return { kind: 'warm', target: action.tool.supervisor_phone };
    case 'assistant-transfer':
      return { kind: 'assistant', target: String(action.tool.assistant_id) };
  }
}

/** Ends the call after a goodbye. A customer who interrupts a stock goodbye keeps the call open. */
async function endCall(stage: CallStage, spoke: boolean): Promise<void> {
  const { conversation } = stage;
  if (!spoke) {
    const outcome = await conversation.speech.say(conversation.phrases.goodbye);
    if (outcome === 'cut') return;
  }
  stage.end({ status: 'ended_by_assistant', reason: 'the assistant ended the call' });
}

const HOLD_MUSIC_VOLUME = 0.6;

/**
 * Transfers the customer to a number. The carrier does it if it can (blind transfer); otherwise, and for warm
 * transfers, we dial the party and bridge. If a machine answers a warm transfer, the customer returns to the
 * assistant.
 */
async function transferCall(stage: CallStage, tool: ToolOf<'call_transfer'>, target: string): Promise<void> {
  const { call, conversation, leg } = stage;
  const named = { kind: 'blind' as const, target };
  const headers = requestHeadersOf(conversation.assistant, tool.sip_headers);
  conversation.stopListening();
  if (tool.warm_transfer !== true && (await carrierCanReach(stage, target))) {
    const outcome = await leg.transfer(target, call.signal, headers);
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
  const dialed = await dialParty(stage, { to: target, from: null, line: null, headers });
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

const TAKE_OVER =
  'You have just taken over this call from another assistant. Continue with what the customer wants, without a greeting.';

/** Hands the customer to another assistant of the account, with its own voice, settings and optional greeting. */
async function transferToAssistant(stage: CallStage, tool: ToolOf<'assistant_transfer'>): Promise<void> {
  const { call, conversation } = stage;
  const named = { kind: 'assistant' as const, target: String(tool.assistant_id) };
  conversation.stopListening();
  const customerMessages = stage.transcript.filter(({ role }) => role === 'user').length;
  if (!stage.handoffs.tryTake(customerMessages)) {
    returnToAssistant(stage, named, { reason: 'too many handoffs without customer input' });
    return;
  }
  const next = await call.host.assistant(tool.assistant_id, call.signal);
  if (next === null) {
    returnToAssistant(stage, named, { reason: 'not found' });
    return;
  }
  const message = toolTextOf(conversation.assistant, tool.message_before_transfer);
  if (message !== '') await conversation.sayLocked(message);
  await awaitTranscript(stage, conversation.speechStarts);
  if (call.signal.aborted) return;
  const successor = stage.handOff(next);
  call.emit({ type: 'transferred', ...named, outcome: 'connected', reason: null });
  if (tool.speak_transfer_greeting === false) successor.continueWith(TAKE_OVER);
  else successor.greet();
}
