import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text as readText } from 'node:stream/consumers';
import { decodeUlaw } from '../../../src/core/g711.ts';
import { controlFake, startFakeProcess } from '../fake-process.ts';
import { startLoopbackServer } from '../loopback-server.ts';
import {
  CALL_ACCOUNT,
  type CallCarrierFake,
  type CallScript,
  type FakeCall,
  type OrderBehavior,
} from './call-carrier-fake.ts';
import { type FakeStream, openFakeStream } from './fake-stream.ts';
import { postWebhook, readInstruction } from './fake-webhooks.ts';

interface Line {
  call: FakeCall;
  stream: FakeStream | null;
  statusUrl: string | null;
  fallbackUrl: string | null;
  script: CallScript;
  talks: boolean;
  /** Keeps the received audio after the stream ends. */
  recorder: FakeStream | null;
}

interface State {
  behavior: OrderBehavior;
  scripts: Map<string, CallScript>;
  lines: Map<string, Line>;
  requests: string[];
  prices: Map<string, { price: string | null; price_unit: string }>;
}

const ANSWERS: CallScript = { steps: ['initiated', 'ringing', 'in-progress'] };

export function startCallCarrierFakeProcess(): Promise<CallCarrierFake> {
  return startFakeProcess(new URL('./call-carrier-fake.process.ts', import.meta.url));
}

/** Runs the fake in this process. */
export async function startCallCarrierFake(): Promise<CallCarrierFake> {
  const state: State = {
    behavior: { kind: 'accept' },
    scripts: new Map(),
    lines: new Map(),
    requests: [],
    prices: new Map(),
  };
  const server = await startLoopbackServer((request, response) => {
    serve(state, fake, { request, response }).catch((error: unknown) =>
      response.writeHead(599).end(String(error)),
    );
  });
  const fake: CallCarrierFake = {
    origin: server.origin,
    behave: async (behavior) => {
      state.behavior = behavior;
    },
    script: async ({ number, script }) => {
      state.scripts.set(number, script);
    },
    calls: async () => [...state.lines.values()].map(({ call }) => call),
    requests: async () => state.requests,
    callIn: (call) => callIn(state, call),
    says: async ({ sid, ulaw }) => state.lines.get(sid)?.stream?.say(decodeUlaw(Buffer.from(ulaw, 'base64'))),
    hears: async (sid) => state.lines.get(sid)?.recorder?.heard().toString('base64') ?? '',
    prices: async ({ sid, price, unit }) => void state.prices.set(sid, { price, price_unit: unit }),
    presses: async ({ sid, digit }) => state.lines.get(sid)?.stream?.press(digit),
    answers: async (sid) => {
      const line = state.lines.get(sid);
      const url = line?.call.form.find(([name]) => name === 'Url')?.[1];
      if (line !== undefined && url !== undefined) await execute(line, await ask(line, url));
    },
    breaks: async (sid) => state.lines.get(sid)?.stream?.breakOff(),
    hangsUp: (sid) => end(state.lines.get(sid), 'completed'),
    report: async ({ sid, status, isForged = false }) => {
      const line = state.lines.get(sid);
      if (line?.statusUrl == null) return 0;
      return (await postWebhook(line.call, line.statusUrl, { status, isForged })).status;
    },
    close: async () => {
      for (const { stream } of state.lines.values()) stream?.stop();
      await server.close();
    },
  };
  return fake;
}

function newCall(
  changes: Pick<FakeCall, 'from' | 'to' | 'direction' | 'form' | 'status'>,
  sid?: string,
): FakeCall {
  return {
    sid: sid ?? `CA${randomUUID().replaceAll('-', '')}`,
    ...changes,
    instructions: [],
    streams: 0,
    heardBytes: 0,
    clears: 0,
    answers: [],
  };
}

interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
}

async function serve(state: State, fake: CallCarrierFake, { request, response }: Exchange): Promise<void> {
  const path = request.url ?? '/';
  const body = await readText(request);
  if (path === '/_control') return json(response, 200, await controlFake(fake, body));
  state.requests.push(`${request.method} ${path}`);
  const key = Buffer.from(`${CALL_ACCOUNT.accountSid}:${CALL_ACCOUNT.authToken}`).toString('base64');
  if (request.headers.authorization !== `Basic ${key}`)
    return json(response, 401, { code: 20003, message: 'No.' });
  const form = new URLSearchParams(body);
  const root = `/2010-04-01/Accounts/${CALL_ACCOUNT.accountSid}/Calls`;
  if (path === `${root}.json`) return order(state, form, { request, response });
  const line = state.lines.get(path.slice(root.length + 1).replace('.json', ''));
  if (line === undefined) return json(response, 404, { code: 20404, message: 'Not found.' });
  if (request.method === 'GET') {
    const { sid, status } = line.call;
    return json(response, 200, {
      sid,
      status,
      ...(state.prices.get(sid) ?? { price: null, price_unit: 'USD' }),
    });
  }
  if (line.call.status === 'completed')
    return json(response, 400, { code: 21220, message: 'Not in-progress.' });
  json(response, 200, { sid: line.call.sid, status: line.call.status });
  await change(line, form);
}

async function order(state: State, form: URLSearchParams, { request, response }: Exchange): Promise<void> {
  const { behavior } = state;
  if (behavior.kind === 'answer') return json(response, behavior.status, behavior.body);
  if (behavior.kind === 'reset') {
    request.socket.resetAndDestroy();
    return;
  }
  const to = form.get('To') ?? '';
  const from = form.get('From') ?? '';
  const call = newCall({ from, to, direction: 'outbound-api', form: [...form], status: 'queued' });
  const script = state.scripts.get(to) ?? ANSWERS;
  const [statusUrl, fallbackUrl] = [form.get('StatusCallback'), form.get('FallbackUrl')];
  const line: Line = { call, stream: null, statusUrl, fallbackUrl, script, talks: false, recorder: null };
  state.lines.set(call.sid, line);
  if (script.isEarly === true) await play(line, form.get('Url') ?? '');
  if (behavior.kind === 'take-and-reset') request.socket.resetAndDestroy();
  else json(response, 201, { sid: call.sid, status: 'queued' });
  if (script.isEarly !== true) await play(line, form.get('Url') ?? '');
}

async function play(line: Line, answerUrl: string): Promise<void> {
  const { call, script } = line;
  const reports = script.isReversed === true ? script.steps.toReversed() : script.steps;
  for (const status of reports) {
    call.status = status;
    const about = { status, ...(script.sipStatus === undefined ? {} : { sipStatus: script.sipStatus }) };
    for (let time = 0; time < (script.times ?? 1); time += 1) {
      if (line.statusUrl !== null) await postWebhook(call, line.statusUrl, about);
    }
    if (status !== 'in-progress') continue;
    for (let time = 0; time < (script.times ?? 1); time += 1) {
      const text = await ask(line, answerUrl);
      if (time === 0) await execute(line, text);
    }
  }
}

/** Requests an instruction, from the fallback URL if the first fails. Returns an empty string if both fail. */
async function ask({ call, fallbackUrl }: Line, url: string): Promise<string> {
  const about = { status: call.direction === 'inbound' && call.streams === 0 ? 'ringing' : 'in-progress' };
  const answer = await postWebhook(call, url, about);
  if (answer.status === 200) return answer.text;
  const other = fallbackUrl === null ? answer : await postWebhook(call, fallbackUrl, about);
  return other.status === 200 ? other.text : '';
}

async function change(line: Line, form: URLSearchParams): Promise<void> {
  const twiml = form.get('Twiml');
  if (form.get('Status') === 'completed') await end(line, 'completed');
  else if (twiml !== null) {
    // The new stream replaces the stream of the previous instruction.
    const before = line.stream;
    line.stream = null;
    before?.stop();
    await execute(line, twiml);
  }
}

async function execute(line: Line, xml: string): Promise<void> {
  const { call } = line;
  call.instructions.push(xml);
  const { streamUrl, againUrl, rejects, hangsUp } = readInstruction(xml);
  if (rejects !== null) call.status = rejects === 'busy' ? 'busy' : 'no-answer';
  else if (hangsUp) await end(line, 'completed');
  else if (line.script.isCutOff === true) await execute(line, await ask(line, againUrl ?? ''));
  else if (streamUrl !== null && line.script.isDeaf !== true) {
    call.status = 'in-progress';
    const { talks } = line;
    const closed = (): void => void continueCall(line, stream, againUrl);
    const stream = openFakeStream(call, streamUrl, { talks, closed });
    line.stream = stream;
    line.recorder = stream;
  }
}

/** Runs after our side closed the stream: requests the next instruction, or ends the call if there is none. */
async function continueCall(line: Line, stream: FakeStream, againUrl: string | null): Promise<void> {
  if (line.stream !== stream || line.call.status === 'completed') return;
  line.stream = null;
  const next = againUrl === null ? '' : await ask(line, againUrl);
  if (next === '') await end(line, 'completed');
  else await execute(line, next);
}

async function end(line: Line | undefined, status: string): Promise<void> {
  if (line === undefined || line.call.status === 'completed') return;
  line.call.status = status;
  line.stream?.stop();
  if (line.statusUrl !== null) await postWebhook(line.call, line.statusUrl, { status });
}

async function callIn(
  state: State,
  { from, to, url, isForged = false, sid, talks = false }: Parameters<CallCarrierFake['callIn']>[0],
): Promise<FakeCall> {
  const known = state.lines.get(sid ?? '')?.call;
  const call = known ?? newCall({ from, to, direction: 'inbound', form: [], status: 'ringing' }, sid);
  const urls = { statusUrl: url, fallbackUrl: url };
  const line: Line = state.lines.get(call.sid) ?? {
    call,
    stream: null,
    ...urls,
    script: ANSWERS,
    talks,
    recorder: null,
  };
  state.lines.set(call.sid, line);
  if (isForged || known !== undefined) await postWebhook(call, url, { status: 'ringing', isForged });
  else await execute(line, await ask(line, url));
  return call;
}

function json(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
