import type { ModelMessage, ToolCall } from '../providers/interfaces/language-model.ts';
import { type FunctionCall, withoutReason } from './tool.ts';
import type { HistoryMessage } from './turn.ts';

/** Tool calls of this many latest answers are replayed to the model; older answers are replayed as text only. */
const ANSWERS_WITH_CALLS = 3;
const REPLAYED_RESULT_CHARACTERS = 4_000;

interface HistoryOptions {
  /** Budget for contents, tool arguments and tool results together. */
  characters: number;
  /** Calls of other tools are dropped: some vendors reject calls of undeclared tools. */
  toolNames: ReadonlySet<string>;
  /** Wraps a tool's result as untrusted data. */
  markResult(toolName: string, text: string): string;
}

/**
 * The newest part of a conversation that fits into the budget, as model messages, oldest first. Cuts only between
 * messages, and starts with a user message: some vendors reject anything else.
 */
export function historyMessages(history: readonly HistoryMessage[], options: HistoryOptions): ModelMessage[] {
  const kept: ModelMessage[][] = [];
  let remaining = options.characters;
  let answersWithCalls = 0;
  for (let index = history.length - 1; index >= 0; index -= 1) {
    const message = history[index];
    if (message === undefined) continue;
    const calls = (message.functionCalls ?? []).filter((call) => options.toolNames.has(call.name));
    if (calls.length > 0) answersWithCalls += 1;
    const replayed = answersWithCalls <= ANSWERS_WITH_CALLS ? calls : [];
    const messages = toModelMessages(message, replayed, { index, options });
    remaining -= messages.reduce((sum, item) => sum + sizeOf(item), 0);
    if (remaining < 0) break;
    kept.push(messages);
  }
  const flat = kept.reverse().flat();
  const firstUser = flat.findIndex((message) => message.role === 'user');
  return firstUser === -1 ? [] : flat.slice(firstUser);
}

function toModelMessages(
  message: HistoryMessage,
  calls: readonly FunctionCall[],
  context: { index: number; options: HistoryOptions },
): ModelMessage[] {
  const { role, content } = message;
  const said: ModelMessage[] = content === '' ? [] : [{ role, content }];
  if (calls.length === 0) return said;
  const toolCalls: ToolCall[] = calls.map((call, order) => ({
    id: `past_${context.index}_${order}`,
    name: call.name,
    arguments: call.arguments,
  }));
  const outputs = calls.map((call, order): ModelMessage => {
    const text = JSON.stringify(withoutReason(call).result).slice(0, REPLAYED_RESULT_CHARACTERS);
    return {
      role: 'tool',
      toolCallId: `past_${context.index}_${order}`,
      toolName: call.name,
      output: context.options.markResult(call.name, text),
      failed: 'error' in call.result,
    };
  });
  const made: ModelMessage[] = [{ role: 'assistant', content: '', toolCalls }, ...outputs];
  // A customer's message has tool calls only if it got no reply; they follow the message.
  return role === 'user' ? [...said, ...made] : [...made, ...said];
}

function sizeOf(message: ModelMessage): number {
  if (message.role === 'tool') return String(message.output).length;
  const calls = message.role === 'assistant' ? (message.toolCalls ?? []) : [];
  return message.content.length + calls.reduce((sum, call) => sum + JSON.stringify(call.arguments).length, 0);
}
