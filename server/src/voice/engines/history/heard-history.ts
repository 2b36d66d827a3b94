import { randomUUID } from 'node:crypto';
import type { UntoldCall } from '../../../agent/made-calls.ts';
import type { FunctionCall } from '../../../agent/tool.ts';
import type { HistoryMessage } from '../../../agent/turn.ts';

/** A call of twenty minutes has some hundreds. */
const MOST_ENTRIES = 2_000;

/** A call of a tool, and the `Idempotency-Key` of its request. */
interface HeardCall {
  functionCall: FunctionCall;
  key: string;
}

interface SaidEntry {
  role: 'assistant';
  replyId: string | null;
  content: string;
  calls: HeardCall[];
  /** Words of the model; else words of ours, which do not mention its tools. */
  isAnswer: boolean;
  /** `settled`: it is known what was heard of it; `given-up`: nobody is going to tell, most likely. */
  state: 'open' | 'given-up' | 'settled';
}

type Entry = { role: 'user'; content: string } | SaidEntry;

/** The conversation as a model is shown it. */
export interface HeardConversation {
  /** What the assistant said before the customer's first word; null: nothing that was heard. */
  opening: string | null;
  messages: HistoryMessage[];
  /** What the customer said and no heard word answers yet; null: nothing. */
  question: string | null;
}

/** What was said in a call: of the assistant only what the customer heard. */
export class HeardHistory {
  readonly #entries: Entry[];
  #revision = 0;

  constructor(before: readonly HistoryMessage[]) {
    this.#entries = before.map((message) =>
      message.role === 'user'
        ? { role: 'user', content: message.content }
        : {
            role: 'assistant',
            replyId: null,
            content: message.content,
            // A history comes without keys.
            calls: (message.functionCalls ?? []).map((functionCall) => ({ functionCall, key: randomUUID() })),
            isAnswer: true,
            state: 'settled',
          },
    );
  }

  addCustomer(text: string): void {
    if (text !== '') this.#add({ role: 'user', content: text });
  }

  /** Words of the customer whose transcript came while the answer to them was on its way already. */
  addLateCustomer(text: string): void {
    if (text === '') return;
    const isUnderWay = (entry: Entry): boolean => entry.role === 'assistant' && entry.state === 'open';
    const place = this.#entries.findLastIndex((entry) => !isUnderWay(entry)) + 1;
    this.#entries.splice(place, 0, { role: 'user', content: text });
    this.#trim();
  }

  /** Something is about to be said; until it is settled nothing of it was heard. */
  begin(replyId: string, isAnswer = true): void {
    this.#add({ role: 'assistant', replyId, content: '', calls: [], isAnswer, state: 'open' });
  }

  addCall(replyId: string, functionCall: FunctionCall, key: string): void {
    this.#find(replyId)?.calls.push({ functionCall, key });
    this.#revision += 1;
  }

  /** What of a reply was heard; the first word on it counts. */
  settle(replyId: string, heard: string): void {
    const entry = this.#find(replyId);
    if (entry === undefined || entry.state === 'settled') return;
    entry.content = heard.trim();
    entry.state = 'settled';
    this.#revision += 1;
  }

  /** Nothing of a reply counts as heard, unless somebody still says so. */
  giveUp(replyId: string): void {
    const entry = this.#find(replyId);
    if (entry?.state === 'open') entry.state = 'given-up';
  }

  /** Grows with every change. */
  get revision(): number {
    return this.#revision;
  }

  /** Whether it is known of everything that was said how much of it was heard. */
  get isSettled(): boolean {
    return this.#entries.every((entry) => entry.role === 'user' || entry.state !== 'open');
  }

  /** Everything that was heard, oldest first. */
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

  /** Calls of tools since the last answer that the customer heard. */
  untoldCalls(): UntoldCall[] {
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
    if (this.#entries.length > MOST_ENTRIES) this.#entries.shift();
  }

  #find(replyId: string): SaidEntry | undefined {
    const found = this.#entries.findLast((entry) => entry.role === 'assistant' && entry.replyId === replyId);
    return found?.role === 'assistant' ? found : undefined;
  }
}

function toMessage(entry: Entry): HistoryMessage {
  if (entry.role === 'user' || entry.calls.length === 0) return { role: entry.role, content: entry.content };
  const functionCalls = entry.calls.map(({ functionCall }) => functionCall);
  return { role: 'assistant', content: entry.content, functionCalls };
}
