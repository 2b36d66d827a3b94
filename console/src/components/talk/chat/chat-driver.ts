import {
  type ChatView,
  openTestChat,
  readChatHistory,
  readChatView,
  writeToAssistant,
} from '../../../data/test-chats.ts';
import { ApiError, describeError } from '../../../lib/api/api-error.ts';
import { randomId } from '../../../lib/random-id.ts';
import type { ChatEvent } from './chat-state.ts';
import { effortOf } from './model-effort.ts';

export type ChatListener = (event: ChatEvent) => void;

interface ChatOpening {
  assistantUuid: string;
  variables: Record<string, unknown>;
}

interface Said {
  uuid: string;
  /** Idempotency key: the same when the message is sent again. */
  key: string;
  question: string;
}

/** Opens a conversation and reports it. @returns its id; null if it could not be opened */
export async function openChat(
  { assistantUuid, variables }: ChatOpening,
  emit: ChatListener,
  signal: AbortSignal,
): Promise<string | null> {
  try {
    const opened = await openTestChat(assistantUuid, variables, randomId());
    if (signal.aborted) return null;
    emit({ type: 'opened', uuid: opened.conversation_id, history: opened.history });
    return opened.conversation_id;
  } catch (error) {
    if (!signal.aborted) emit({ type: 'not-opened', error: describeError(error) });
    return null;
  }
}

/**
 * Resumes an earlier test conversation. One that is gone, or that belongs to another assistant, is ignored.
 * @returns the conversation; null if it is not resumed
 */
export async function resumeChat(
  { uuid, assistantUuid }: { uuid: string; assistantUuid: string },
  emit: ChatListener,
  signal: AbortSignal,
): Promise<ChatView | null> {
  try {
    const view = await readChatView(uuid);
    if (signal.aborted || view.type !== 'test' || view.assistant_id !== assistantUuid) return null;
    emit({ type: 'resumed', uuid, transcript: view.transcript });
    return view;
  } catch (error) {
    const isGone = error instanceof ApiError && error.status >= 400 && error.status < 500;
    if (!signal.aborted && !isGone) emit({ type: 'not-opened', error: describeError(error) });
    return null;
  }
}

/** Sends a message and reports the answer as it streams. @returns whether there is an answer */
export async function sayInChat(said: Said, emit: ChatListener, signal: AbortSignal): Promise<boolean> {
  const { uuid, key, question } = said;
  const startMs = performance.now();
  emit({ type: 'asked', key, question });
  try {
    for await (const event of writeToAssistant(uuid, question, { idempotencyKey: key, signal })) {
      if (signal.aborted) return false;
      emit({ type: 'reply', event, afterMs: performance.now() - startMs });
    }
  } catch (error) {
    if (signal.aborted) return false;
    emit({ type: 'failed', error: describeError(error) });
    await countAgain(uuid, emit, signal);
    return false;
  }
  await account(said, emit, signal);
  return !signal.aborted;
}

/** Sends all questions in a new conversation, in order, until one fails. */
export async function replayChat(
  opening: ChatOpening,
  questions: readonly string[],
  about: { emit: ChatListener; signal: AbortSignal },
): Promise<void> {
  const { emit, signal } = about;
  const uuid = await openChat(opening, emit, signal);
  if (uuid === null) return;
  for (const question of questions) {
    if (!(await sayInChat({ uuid, key: randomId(), question }, emit, signal))) return;
  }
}

/** After a failed or abandoned answer, asks the server how many messages it stored. */
export async function countAgain(uuid: string, emit: ChatListener, signal: AbortSignal): Promise<void> {
  const history = await readChatHistory(uuid).catch(() => null);
  if (history !== null && !signal.aborted) emit({ type: 'counted', messages: history.length });
}

/** Adds cost and tool details to an answer; failures are ignored. */
async function account({ uuid, key }: Said, emit: ChatListener, signal: AbortSignal): Promise<void> {
  const view = await readChatView(uuid).catch(() => null);
  const last = view?.transcript.at(-1);
  if (last === undefined || last.role !== 'assistant' || signal.aborted) return;
  const effort = effortOf(last.model_calls) ?? { cost: 0, tokens: 0, modelMs: 0 };
  emit({ type: 'accounted', key, calls: last.function_calls, effort });
}
