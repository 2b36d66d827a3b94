import { toolTextOf } from '../session/assistant-texts.ts';
import type { ToolOf } from './call-control.ts';
import type { CallStage } from './call-stage.ts';
import { takeBack } from './connect-party.ts';

const TAKE_OVER =
  'You have just taken over this call from another assistant. Go on with what the customer wants, without a greeting.';

/** Who still speaks after that is heard by the one who takes over. */
const END_KNOWN_MS = 300;
/** So long after its end speech is waited for to be understood; what was not by then is mostly noise. */
const EXPECTED_WORDS_MS = 1000;

/** Another assistant of the account goes on with the customer: its voice, its settings, its greeting where that is wanted. */
export async function transferToAssistant(
  stage: CallStage,
  tool: ToolOf<'assistant_transfer'>,
): Promise<void> {
  const { call, conversation } = stage;
  const named = { kind: 'assistant' as const, target: String(tool.assistant_id) };
  conversation.stopListening();
  const customerMessages = stage.transcript.filter(({ role }) => role === 'user').length;
  if (!stage.handoffs.take(customerMessages)) {
    takeBack(stage, named, { reason: 'handed over too often without a word of the customer' });
    return;
  }
  const next = await call.host.assistant(tool.assistant_id, call.signal);
  if (next === null) {
    takeBack(stage, named, { reason: 'not found' });
    return;
  }
  const message = toolTextOf(conversation.assistant, tool.message_before_transfer);
  if (message !== '') await conversation.sayLocked(message);
  await wordsAreIn(stage);
  if (call.signal.aborted) return;
  const successor = await stage.handOff(next);
  call.tell({ type: 'transferred', ...named, outcome: 'connected', reason: null });
  if (tool.speak_transfer_greeting === false) {
    successor.listen();
    void successor.speech.prompt(TAKE_OVER, 'conversation');
  } else successor.greet();
}

/** What the customer has just said is understood by whoever heard it. Resolves within 1.3 s, and with the end of the call. */
function wordsAreIn(stage: CallStage): Promise<void> {
  const { call, conversation } = stage;
  const sinceMs = call.nowMs();
  const isOver = (): boolean => {
    const { latest } = conversation.begins;
    if (call.signal.aborted || latest === null) return true;
    const { untilMs } = latest;
    return untilMs === null
      ? call.nowMs() - sinceMs >= END_KNOWN_MS
      : call.nowMs() - untilMs >= EXPECTED_WORDS_MS;
  };
  if (isOver()) return Promise.resolve();
  return new Promise((resolve) => {
    const stop = stage.everyTick(() => {
      if (!isOver()) return;
      stop();
      resolve();
    });
    call.signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
