import { systemClock } from '../../../src/core/clock.ts';
import { STILL_AT_WORK } from '../../../src/providers/interfaces/conventions.ts';
import { isJsonObject } from '../../../src/providers/interfaces/json.ts';
import type { FakeModelRequest, FakeModelServer, FakeReply } from '../fake-model-server.ts';
import type { ReceivedCall, ToolEndpoint, ToolReply } from '../tool-endpoint.ts';
import {
  type EndpointFailure,
  endpointFailures,
  type ModelFailure,
  modelFailures,
  type Plan,
  planOf,
} from './plans.ts';

/** One request that the tool's endpoint has counted. */
export interface Run {
  token: string;
  key: string;
  /** Everything that has to be equal when the request is repeated. */
  content: string;
  conversation: string;
  failure: EndpointFailure | null;
  /** Kills of servers before the request. */
  kills: number;
  isAnswered: boolean;
}

type Message = FakeModelRequest['messages'][number];

/** A parsed request to the model. */
interface Reading {
  conversation: string;
  /** Messages of the customer without an answer, oldest first. */
  open: string[];
  /** Results of each call, oldest first. */
  results: Map<string, string[]>;
  /** The newest message is the customer's. */
  isNew: boolean;
  /** The answer was cut off and has to be continued. */
  isContinued: boolean;
  mayCall: boolean;
  isToolRunning: boolean;
  shop: string;
}

/** The default of a variable in the prompt. */
const SHOP = 'Mill';
export const PROMPT = `Shop: {{Shop Name|${SHOP}}}{{nothing}}. Do what the customer asks.`;
/** A model's reasoning, which no customer may see. */
export const THOUGHT = 'secret plan';
/** In seconds; a busy machine answers within it. */
export const TOOL_TIMEOUT = 10;
const SLOW_MS = TOOL_TIMEOUT * 1_000 + 300;

/** Four attempts. */
const MOST_SPENT = 12;

const MARKER = /\((c\d+\.m\d+)\)/g;
const markersIn = (text: string): string[] => [...text.matchAll(MARKER)].map(([, marker = '']) => marker);
export const normal = (token: unknown): string => String(token).trim().toLowerCase();

/** A model that follows plans, a tool's endpoint that counts, and the faults that both see in requests. */
export class StormWorld {
  /** Violations seen so far. */
  readonly faults: string[] = [];
  readonly runs: Run[] = [];
  /** Kills of servers before each call in a complete answer of the model, except speculative ones of phone calls. */
  readonly made = new Map<string, number>();
  /** Conversations that are phone calls. */
  readonly calls = new Set<string>();
  /** For each kill of a server, the keys of calls whose outcomes were not stored when it was dead. */
  readonly #unstored: ReadonlySet<string>[] = [];
  #isKilling = false;
  /** Requests to the model and the endpoint so far. */
  events = 0;
  /** Called for each of them. */
  onEvent: () => void = () => undefined;
  readonly #seed: number;
  readonly #mayStall: boolean;
  readonly #model: FakeModelServer;
  readonly #played = new Map<string, number>();
  /** Cost of the failures since the last answer of each conversation, in thirds of an attempt. */
  readonly #spent = new Map<string, number>();

  constructor(
    seed: number,
    { model, endpoint, mayStall }: { model: FakeModelServer; endpoint: ToolEndpoint; mayStall: boolean },
  ) {
    this.#seed = seed;
    this.#mayStall = mayStall;
    this.#model = model;
    model.answerAs('main', (request) => this.#answer(request));
    endpoint.answer((call) => this.#receive(call));
  }

  plan(marker: string): Plan {
    return planOf(this.#seed, marker);
  }

  runsOf(token: string): Run[] {
    return this.runs.filter((run) => run.token === token);
  }

  /** Kills of servers so far. */
  get kills(): number {
    return this.#unstored.length;
  }

  /** Kills a server. @param unstoredCalls the keys of calls without a stored outcome */
  async kill(server: { kill(): Promise<void> }, unstoredCalls: () => Promise<string[]>): Promise<void> {
    this.#isKilling = true;
    await server.kill();
    this.#unstored.push(new Set(await unstoredCalls()));
    this.#isKilling = false;
  }

  /** True if a server was killed after the request, before the outcome was stored, so that the call may be repeated. */
  isOutcomeLost({ kills, key }: Run): boolean {
    return this.#isKilling || this.#unstored.slice(kills).some((unstored) => unstored.has(key));
  }

  #count(): void {
    this.events += 1;
    this.onEvent();
  }

  async #receive(call: ReceivedCall): Promise<ToolReply> {
    const token = tokenOf(call);
    const known = this.runsOf(normal(token)).length;
    const failure = endpointFailures(this.#seed, normal(token))[known] ?? null;
    const run: Run = {
      token: normal(token),
      key: String(call.headers['idempotency-key']),
      content: `${call.method} ${call.url} ${call.body} ${call.headers['webhook-id']}`,
      conversation: String(call.headers['x-parley-conversation-id'] ?? call.headers['x-parley-call-id']),
      failure,
      kills: this.kills,
      isAnswered: false,
    };
    this.runs.push(run);
    this.#count();
    if (failure === 'reset') return 'reset';
    if (failure === 'status-500') return { status: 500, body: { sorry: true } };
    if (failure === 'slow') await systemClock.sleep(SLOW_MS);
    run.isAnswered = true;
    return { body: { ok: normal(token) } };
  }

  #answer(request: FakeModelRequest): FakeReply {
    const reading = read(request);
    this.#count();
    this.#checkResults(reading);
    const asked = this.#nextCalls(reading);
    const step = `${asked.marker} ${asked.tokens.join(' ')}`;
    const failures = modelFailures(this.#seed, step, { mayStall: this.#mayStall });
    const played = this.#played.get(step) ?? 0;
    this.#played.set(step, played + 1);
    const plan = this.plan(asked.marker);
    this.#model.separatesReasoning = !plan.thinks;
    const reply = answerOf(reading, asked.tokens, plan);
    const failure = failures[played];
    if (failure !== undefined && this.#mayFail(reading.conversation, failure)) return failed(failure, reply);
    if (asked.tokens.length === 0) this.#spent.delete(reading.conversation);
    if (!this.calls.has(reading.conversation)) {
      for (const token of asked.tokens) this.made.set(normal(token), this.kills);
    }
    return reply;
  }

  /** False if the turn could be given up because of the model alone: one of its five attempts has to succeed. */
  #mayFail(conversation: string, failure: ModelFailure): boolean {
    // Other failures are tried again twice within an attempt.
    const cost = failure === 'status-400' || failure === 'stall' ? 3 : 1;
    const spent = (this.#spent.get(conversation) ?? 0) + cost;
    if (spent > MOST_SPENT) return false;
    this.#spent.set(conversation, spent);
    return true;
  }

  /** Calls to make for the first message whose plan is not finished; none if all are. */
  #nextCalls({ open, results, isNew, mayCall }: Reading): { marker: string; tokens: string[] } {
    const last = open.at(-1) ?? 'none';
    if (!mayCall) return { marker: last, tokens: [] };
    for (const marker of open) {
      const { rounds, isPersistent, isForgetful } = this.plan(marker);
      for (const [round, tokens] of rounds.entries()) {
        const missing = tokens.filter((token) => {
          const got = results.get(token);
          return got === undefined || (isPersistent && got.length < 3 && !isSuccess(got.at(-1)));
        });
        if (missing.length > 0) return { marker, tokens: missing };
        // Models vary the case when they repeat a call.
        if (isForgetful && isNew && round === 0) {
          return { marker, tokens: tokens.map((token) => token.toUpperCase()) };
        }
      }
    }
    return { marker: last, tokens: [] };
  }

  /** The request contains each call of the conversation with its result. */
  #checkResults({ conversation, results, isToolRunning }: Reading): void {
    const calls = this.runs.filter(({ token }) => token.startsWith(`${conversation}.`));
    // An interrupted answer of a phone call lets its tools finish.
    if (isToolRunning) return;
    for (const run of calls) {
      const got = results.get(run.token);
      if (got === undefined) this.faults.push(`The model does not learn of ${run.token}.`);
      else if (run.failure === null && run.isAnswered && !this.isOutcomeLost(run) && !got.some(isSuccess)) {
        this.faults.push(`The model does not learn the result of ${run.token}: ${got.join(', ')}`);
      }
    }
  }
}

function tokenOf({ method, url, body }: ReceivedCall): string {
  if (method === 'GET') return decodeURIComponent(url.split('/').at(-1) ?? '');
  const given: unknown = JSON.parse(body);
  return isJsonObject(given) ? String(given['token']) : '';
}

const isSuccess = (result: string | undefined): boolean => result?.includes('ok') === true;

function read({ messages, tool_choice: choice }: FakeModelRequest): Reading {
  const texts = messages.map(({ content }) => (typeof content === 'string' ? content : ''));
  const isContinued = texts.at(-1)?.includes('technical error cut off') === true;
  const said = isContinued ? messages.slice(0, -2) : messages;
  const answered = said.findLastIndex(
    ({ role, content, tool_calls: calls }) =>
      role === 'assistant' && typeof content === 'string' && content !== '' && calls === undefined,
  );
  const markers = (part: readonly Message[]): string[] =>
    part.flatMap(({ role, content }) => (role === 'user' ? markersIn(String(content)) : []));
  const all = markers(said);
  return {
    conversation: all[0]?.split('.')[0] ?? '',
    open: [...new Set(markers(said.slice(answered + 1)))],
    results: resultsIn(messages),
    isNew: said.at(-1)?.['role'] === 'user',
    isContinued,
    mayCall: choice !== 'none',
    isToolRunning: texts[0]?.includes(STILL_AT_WORK) === true,
    shop: /Shop: (.*?)\./.exec(texts[0] ?? '')?.[1] ?? '',
  };
}

function resultsIn(messages: readonly Message[]): Map<string, string[]> {
  const outputs = new Map(
    messages.flatMap((message): [string, string][] =>
      message['role'] === 'tool' ? [[String(message['tool_call_id']), String(message['content'])]] : [],
    ),
  );
  const results = new Map<string, string[]>();
  for (const { tool_calls: calls } of messages) {
    for (const call of Array.isArray(calls) ? calls : []) {
      const output = outputs.get(call.id);
      const token = normal(JSON.parse(call.function.arguments).token);
      if (output !== undefined) results.set(token, [...(results.get(token) ?? []), output]);
    }
  }
  return results;
}

type Answer = Extract<FakeReply, { kind: 'answer' }>;

/** Every second call uses the tool whose token is part of its URL. */
const toolOf = (token: string): string => (normal(token).endsWith('t1') ? 'look_up' : 'book');

let ids = 0;

function answerOf(
  { open, isContinued, shop }: Reading,
  tokens: readonly string[],
  { thinks, hasPreface }: Plan,
): Answer {
  const thought = thinks && !isContinued ? `<think>${THOUGHT} {{x}}</think>` : '';
  if (tokens.length > 0) {
    const toolCalls = tokens.map((token) => {
      ids += 1;
      return { id: `call_${ids}`, name: toolOf(token), arguments: { token } };
    });
    return { kind: 'answer', text: `${thought}${hasPreface ? 'One moment. ' : ''}`, toolCalls };
  }
  const covered = open.map((marker) => `(${marker})`).join(' ');
  return { kind: 'answer', text: `${thought}The ${shop} has done all of this for you: ${covered}.` };
}

function failed(failure: ModelFailure, { text = '', toolCalls = [] }: Answer): FakeReply {
  switch (failure) {
    case 'status-500':
    case 'status-400':
      return { kind: 'status', status: Number(failure.slice(-3)) };
    case 'status-429':
      return { kind: 'status', status: 429, headers: { 'retry-after': '1' } };
    case 'reset':
      return { kind: 'reset' };
    case 'cut-in-arguments':
      return { kind: 'truncated', text, toolCalls, isMidCall: true };
    case 'cut-after-call':
      return { kind: 'truncated', text, toolCalls };
    case 'cut-in-words':
      return { kind: 'truncated', text: text.slice(0, text.length / 2) };
    case 'error-event':
      return { kind: 'error-event', text: text.slice(0, text.length / 2) };
    case 'empty':
      return { kind: 'answer', text: '' };
    case 'stall':
      return text === '' ? { kind: 'hang' } : { kind: 'hang-after', text: text.slice(0, text.length / 2) };
  }
}
