import { toolTextOf } from '../session/assistant-texts.ts';
import type { ToolOf } from './call-control.ts';
import type { CallStage } from './call-stage.ts';
import { takeBack } from './connect-party.ts';

const TAKE_OVER =
  'You have just taken over this call from another assistant. Go on with what the customer wants, without a greeting.';

/** Another assistant of the account goes on with the customer: its voice, its settings, its greeting where that is wanted. */
export async function transferToAssistant(
  stage: CallStage,
  tool: ToolOf<'assistant_transfer'>,
): Promise<void> {
  const { call, conversation } = stage;
  const named = { kind: 'assistant' as const, target: String(tool.assistant_id) };
  conversation.stopListening();
  const customerMessages = stage.transcript.filter(({ role }) => role === 'user').length;
  if (!stage.handOvers.take(customerMessages)) {
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
  if (call.signal.aborted) return;
  const successor = await stage.handOver(next);
  call.tell({ type: 'transferred', ...named, outcome: 'connected', reason: null });
  if (tool.speak_transfer_greeting === false) {
    successor.listen();
    void successor.speech.prompt(TAKE_OVER, 'conversation');
  } else successor.greet();
}
