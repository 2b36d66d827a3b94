import type { ChatView, FunctionCall, HistoryMessage, ReplyEvent } from '../../../data/test-chats.ts';
import { t } from '../../../lib/i18n/t.ts';
import { type Effort, effortOf } from './model-effort.ts';

export interface ShownTool {
  name: string;
  arguments: Record<string, unknown>;
  /** Null while the tool runs. */
  result: Record<string, unknown> | null;
}

export type AnswerState = 'waiting' | 'writing' | 'done' | 'silent' | 'stopped' | 'failed';

export interface Answer {
  text: string;
  tools: readonly ShownTool[];
  /** `silent`: the AI is off and a person is to answer. `stopped`: the user stopped waiting. */
  state: AnswerState;
  error: string | null;
  firstWordMs: number | null;
  totalMs: number | null;
  /** Time that the models took; null if unknown. */
  modelMs: number | null;
  /** Cost of the models in dollars; null if unknown. */
  cost: number | null;
  tokens: number | null;
}

export interface Turn {
  /** Idempotency key of the message. */
  key: string;
  /** Null for the assistant's greeting. */
  question: string | null;
  /** Number of messages before this turn, which remain when the conversation is rewound to it. */
  before: number;
  answer: Answer;
}

export interface Chat {
  uuid: string | null;
  turns: readonly Turn[];
  messageCount: number;
  /** Why the last conversation could not be opened; the previous one stays. */
  error: string | null;
}

type SaidBefore = Pick<ChatView['transcript'][number], 'role' | 'content' | 'function_calls' | 'model_calls'>;

export type ChatEvent =
  | { type: 'opened'; uuid: string; history: readonly HistoryMessage[] }
  /** An earlier conversation with its transcript. */
  | { type: 'resumed'; uuid: string; transcript: readonly SaidBefore[] }
  | { type: 'not-opened'; error: string }
  | { type: 'asked'; key: string; question: string }
  | { type: 'reply'; event: ReplyEvent; afterMs: number }
  | { type: 'failed'; error: string }
  | { type: 'stopped' }
  /** Details of the last answer that only the account may see. */
  | { type: 'accounted'; key: string; calls: readonly FunctionCall[]; effort: Effort }
  | { type: 'counted'; messages: number }
  /** Continues a conversation that was held elsewhere. */
  | { type: 'taken-over'; chat: Chat }
  /** Rewinds to before a turn. */
  | { type: 'rewound'; turn: number };

export const EMPTY_CHAT: Chat = { uuid: null, turns: [], messageCount: 0, error: null };

const READ = 'read-';

const NO_ANSWER: Answer = {
  text: '',
  tools: [],
  state: 'waiting',
  error: null,
  firstWordMs: null,
  totalMs: null,
  modelMs: null,
  cost: null,
  tokens: null,
};

export function nextChat(chat: Chat, event: ChatEvent): Chat {
  switch (event.type) {
    case 'opened':
      return chatOf(event.uuid, event.history);
    case 'not-opened':
      return { ...chat, error: event.error };
    case 'resumed':
      return resumed(event.uuid, event.transcript);
    case 'asked':
      return asked(chat, event);
    case 'reply':
      return withAnswer(chat, (answer) => heard(answer, event));
    case 'failed':
      return withAnswer(chat, (answer) => ({ ...answer, state: 'failed', error: event.error }));
    case 'stopped':
      return isAnswering(chat) ? withAnswer(chat, (answer) => ({ ...answer, state: 'stopped' })) : chat;
    case 'accounted':
      return {
        ...chat,
        turns: chat.turns.map((turn) => (turn.key === event.key ? paid(turn, event) : turn)),
      };
    case 'counted':
      return { ...chat, messageCount: event.messages };
    case 'taken-over':
      return event.chat;
    case 'rewound':
      return {
        ...chat,
        turns: chat.turns.slice(0, event.turn),
        messageCount: chat.turns[event.turn]?.before ?? chat.messageCount,
      };
  }
}

/** Whether an answer is pending. */
export function isAnswering({ turns }: Chat): boolean {
  const state = turns.at(-1)?.answer.state;
  return state === 'waiting' || state === 'writing';
}

/** The customer's messages, in order. */
export function questionsOf({ turns }: Pick<Chat, 'turns'>): string[] {
  return turns.flatMap(({ question }) => (question === null ? [] : [question]));
}

function chatOf(uuid: string, history: readonly HistoryMessage[]): Chat {
  const turns = history.map(({ content, function_calls: calls = [] }, index): Turn => {
    const tools = calls.map((call) => ({ ...call }));
    return {
      key: `${READ}${index}`,
      question: null,
      before: index,
      answer: { ...NO_ANSWER, text: content, tools, state: 'done' },
    };
  });
  return { uuid, turns, messageCount: history.length, error: null };
}

/** Pairs questions with answers; an answer from a person counts too. */
function resumed(uuid: string, transcript: readonly SaidBefore[]): Chat {
  const turns: Turn[] = [];
  for (const [before, { role, content, function_calls: calls, model_calls }] of transcript.entries()) {
    const key = `${READ}${before}`;
    const last = turns.at(-1);
    if (role === 'user') {
      const tools = calls.map((call) => ({ ...call }));
      const answer: Answer = {
        ...NO_ANSWER,
        tools,
        state: 'failed',
        error: t('No answer yet.'),
      };
      turns.push({ key, question: content, before, answer });
      continue;
    }
    const answer: Answer = {
      ...NO_ANSWER,
      text: content,
      tools: calls.map((call) => ({ ...call })),
      state: 'done',
      ...effortOf(model_calls),
    };
    if (last?.answer.state === 'failed') turns[turns.length - 1] = { ...last, answer };
    else turns.push({ key, question: null, before, answer });
  }
  return { uuid, turns, messageCount: transcript.length, error: null };
}

/** Whether a turn was read from the server, so that the idempotency key of its message is unknown. */
export function isRead({ key }: Turn): boolean {
  return key.startsWith(READ);
}

function asked(chat: Chat, { key, question }: { key: string; question: string }): Chat {
  const last = chat.turns.at(-1);
  // A retry of the same message.
  if (last?.key === key)
    return { ...withAnswer(chat, () => NO_ANSWER), error: null, messageCount: last.before + 1 };
  const turn: Turn = { key, question, before: chat.messageCount, answer: NO_ANSWER };
  return { ...chat, error: null, turns: [...chat.turns, turn], messageCount: chat.messageCount + 1 };
}

function withAnswer(chat: Chat, change: (answer: Answer) => Answer): Chat {
  const last = chat.turns.at(-1);
  if (last === undefined) return chat;
  const answer = change(last.answer);
  const isAnswered = answer.state === 'done' && last.answer.state !== 'done';
  return {
    ...chat,
    turns: [...chat.turns.slice(0, -1), { ...last, answer }],
    messageCount: chat.messageCount + (isAnswered ? 1 : 0),
  };
}

function heard(answer: Answer, { event, afterMs }: { event: ReplyEvent; afterMs: number }): Answer {
  switch (event.type) {
    case 'delta': {
      const firstWordMs = answer.firstWordMs ?? afterMs;
      return { ...answer, state: 'writing', text: answer.text + event.text, firstWordMs };
    }
    case 'reset':
      return { ...answer, text: event.text };
    case 'tool-started': {
      const tool = { name: event.name, arguments: event.arguments, result: null };
      return { ...answer, state: 'writing', tools: [...answer.tools, tool] };
    }
    case 'tool-finished':
      return { ...answer, tools: finished(answer.tools, event.call) };
    case 'done': {
      const { message, function_calls: calls } = event.reply;
      const whole = { ...answer, tools: calls.map((call) => ({ ...call })), totalMs: afterMs };
      return message === null
        ? { ...whole, state: 'silent' }
        : { ...whole, state: 'done', text: message, firstWordMs: answer.firstWordMs ?? afterMs };
    }
  }
}

/** Several tools may run at once; the first running one of that name has finished. */
function finished(tools: readonly ShownTool[], call: FunctionCall): ShownTool[] {
  const at = tools.findIndex(({ name, result }) => name === call.name && result === null);
  return at < 0 ? [...tools, { ...call }] : tools.map((tool, index) => (index === at ? { ...call } : tool));
}

/** Adds the cost, and the tool details that visitors don't receive. */
function paid(turn: Turn, event: Extract<ChatEvent, { type: 'accounted' }>): Turn {
  const tools = event.calls.length === turn.answer.tools.length ? event.calls : turn.answer.tools;
  return { ...turn, answer: { ...turn.answer, tools: tools.map((tool) => ({ ...tool })), ...event.effort } };
}
