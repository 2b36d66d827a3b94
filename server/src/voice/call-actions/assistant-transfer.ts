import { toolTextOf } from '../session/assistant-texts.ts';
import type { ToolOf } from '../session/call-control.ts';
import type { CallStage } from '../session/call-stage.ts';
import { returnToAssistant } from './connect-party.ts';

const TAKE_OVER =
  'You have just taken over this call from another assistant. Continue with what the customer wants, without a greeting.';

/** Speech that continues longer than this belongs to the next assistant. */
const ONGOING_SPEECH_MS = 300;
/** How long after the end of speech its transcript may arrive. Speech without one by then was mostly noise. */
const TRANSCRIPT_WITHIN_MS = 1000;

/** Hands the customer to another assistant of the account, with its own voice, settings and optional greeting. */
export async function transferToAssistant(
  stage: CallStage,
  tool: ToolOf<'assistant_transfer'>,
): Promise<void> {
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
  await awaitTranscript(stage);
  if (call.signal.aborted) return;
  const successor = await stage.handOff(next);
  call.emit({ type: 'transferred', ...named, outcome: 'connected', reason: null });
  if (tool.speak_transfer_greeting === false) {
    successor.listen();
    void successor.speech.prompt(TAKE_OVER, 'conversation');
  } else successor.greet();
}

/**
 * Waits until the current assistant has the transcript of what the customer just said. Resolves within 1.3 s or when
 * the call ends.
 */
function awaitTranscript(stage: CallStage): Promise<void> {
  const { call, conversation } = stage;
  const sinceMs = call.nowMs();
  const isSettled = (): boolean => {
    const { latest } = conversation.speechStarts;
    if (call.signal.aborted || latest === null) return true;
    const { untilMs } = latest;
    return untilMs === null
      ? call.nowMs() - sinceMs >= ONGOING_SPEECH_MS
      : call.nowMs() - untilMs >= TRANSCRIPT_WITHIN_MS;
  };
  if (isSettled()) return Promise.resolve();
  return new Promise((resolve) => {
    const stop = stage.everyTick(() => {
      if (!isSettled()) return;
      stop();
      resolve();
    });
    call.signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
