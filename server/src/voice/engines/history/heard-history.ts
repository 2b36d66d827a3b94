import { randomUUID } from 'node:crypto';
import { functionCallOf, type MadeCall, type UnreportedCall } from '../../../agent/made-calls.ts';
import type { FunctionCall } from '../../../agent/tool.ts';
import type { HistoryMessage } from '../../../agent/turn.ts';
import { instructionMessage } from '../spoken-notes.ts';

/** A call of 20 minutes has a few hundred. */
const MAX_ENTRIES = 2_000;

/** A tool call and the `Idempotency-Key` of its request. */
interface HeardCall {
  functionCall: FunctionCall;
  key: string;
}

interface SaidEntry {
  role: 'assistant';
  replyId: string | null;
  content: string;
  calls: HeardCall[];
  /** True if the model generated it; otherwise it is a fixed text, which does not mention tool results. */
  isAnswer: boolean;
  /** `settled`: how much was heard is known. `given-up`: a report is not expected, but still accepted. */
  state: 'open' | 'given-up' | 'settled';
}

type Entry = { role: 'user'; content: string } | SaidEntry;

const BROKE_OFF =
  'An earlier call with this customer broke off after the following tool calls. Continue from their results and do not make the calls again, except one with an unknown outcome, with the same arguments.';

/** The conversation as passed to a model. */
export interface HeardConversation {
  /** The assistant's words heard before the customer's first message; null if nothing was heard. */
  opening: string | null;
  messages: HistoryMessage[];
  /** Customer messages without a heard answer, or null. */
  question: string | null;
}

/** Conversation history of a call. Assistant messages contain only what the customer heard. */
export class HeardHistory {
  readonly #entries: Entry[];
  #revision = 0;

  /** @param earlierCalls tool calls of earlier calls with this customer that broke off */
  constructor(before: readonly HistoryMessage[], earlierCalls: readonly MadeCall[] = []) {
    const spoken = before.map(
      (message): Entry =>
        message.role === 'user'
          ? { role: 'user', content: message.content }
          : {
              role: 'assistant',
              replyId: null,
              content: message.content,
              // Imported messages have no keys.
              calls: (message.functionCalls ?? []).map((functionCall) => ({
                functionCall,
                key: randomUUID(),
              })),
              isAnswer: true,
              state: 'settled',
            },
    );
    this.#entries = [...entriesOf(earlierCalls), ...spoken];
  }

  addCustomer(text: string): void {
    if (text !== '') this.#add({ role: 'user', content: text });
  }

  /** Adds a transcript that arrived after the answer to it had started, and places it before open replies. */
  addLateCustomer(text: string): void {
    if (text === '') return;
    const isOpen = (entry: Entry): boolean => entry.role === 'assistant' && entry.state === 'open';
    const index = this.#entries.findLastIndex((entry) => !isOpen(entry)) + 1;
    this.#entries.splice(index, 0, { role: 'user', content: text });
    this.#trim();
  }

  /** Registers a reply; nothing of it counts as heard until it is settled. */
  begin(replyId: string, isAnswer = true): void {
    this.#add({ role: 'assistant', replyId, content: '', calls: [], isAnswer, state: 'open' });
  }

  addCall(replyId: string, functionCall: FunctionCall, key: string): void {
    this.#find(replyId)?.calls.push({ functionCall, key });
    this.#revision += 1;
  }

  /** Records what was heard of a reply. Only the first report counts. */
  settle(replyId: string, heard: string): void {
    const entry = this.#find(replyId);
    if (entry === undefined || entry.state === 'settled') return;
    entry.content = heard.trim();
    entry.state = 'settled';
    this.#revision += 1;
  }

  /** Counts the reply as unheard unless `settle` is called later. */
  giveUp(replyId: string): void {
    const entry = this.#find(replyId);
    if (entry?.state === 'open') entry.state = 'given-up';
  }

  get revision(): number {
    return this.#revision;
  }

  /** True if the heard part of every reply is known. */
  get isSettled(): boolean {
    return this.#entries.every((entry) => entry.role === 'user' || entry.state !== 'open');
  }

  /** Everything heard, oldest first. */
  messages(): HistoryMessage[] {
    return this.#heard().map(toMessage);
  }

  conversation(): HeardConversation {
    const all = this.#heard();
    const firstUser = all.findIndex(({ role }) => role === 'user');
    const opening = (firstUser === -1 ? all : all.slice(0, firstUser)).map(({ content }) => content);
    const rest = firstUser === -1 ? [] : all.slice(firstUser);
    const asked = rest.slice(rest.findLastIndex(({ role }) => role === 'assistant') + 1);
    return {
      opening: opening.length === 0 ? null : opening.join(' '),
      messages: rest.slice(0, rest.length - asked.length).map(toMessage),
      question: asked.length === 0 ? null : asked.map(({ content }) => content).join(' '),
    };
  }

  /** Tool calls since the last answer that the customer heard. */
  unreportedCalls(): UnreportedCall[] {
    const told = this.#entries.findLastIndex(
      (entry) => entry.role === 'assistant' && entry.isAnswer && entry.content !== '',
    );
    return this.#entries
      .slice(told + 1)
      .flatMap((entry) => (entry.role === 'assistant' ? entry.calls : []))
      .map(({ functionCall: { name, arguments: given, result }, key }) => ({
        name,
        arguments: given,
        outcome: { key, result },
      }));
  }

  #heard(): Entry[] {
    return this.#entries.filter(
      (entry) => entry.role === 'user' || entry.content !== '' || entry.calls.length > 0,
    );
  }

  #add(entry: Entry): void {
    this.#entries.push(entry);
    this.#trim();
  }

  #trim(): void {
    this.#revision += 1;
    if (this.#entries.length > MAX_ENTRIES) this.#entries.shift();
  }

  #find(replyId: string): SaidEntry | undefined {
    const found = this.#entries.findLast((entry) => entry.role === 'assistant' && entry.replyId === replyId);
    return found?.role === 'assistant' ? found : undefined;
  }
}

function entriesOf(earlierCalls: readonly MadeCall[]): Entry[] {
  if (earlierCalls.length === 0) return [];
  const calls = earlierCalls.map((call) => ({ functionCall: functionCallOf(call), key: call.key }));
  return [
    { role: 'user', content: instructionMessage(BROKE_OFF) },
    { role: 'assistant', replyId: null, content: '', calls, isAnswer: false, state: 'settled' },
  ];
}

function toMessage(entry: Entry): HistoryMessage {
  if (entry.role === 'user' || entry.calls.length === 0) return { role: entry.role, content: entry.content };
  const functionCalls = entry.calls.map(({ functionCall }) => functionCall);
  return { role: 'assistant', content: entry.content, functionCalls };
}
