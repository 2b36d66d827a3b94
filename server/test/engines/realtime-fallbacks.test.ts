import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { endedCall } from '../kit/calls.ts';
import { eventually } from '../kit/eventually.ts';
import { onSecondTry } from '../kit/second-tries.ts';
import { asksFor, endsWell, eventsOf, heardTone, loudest, reasons, said } from '../kit/voice/call-steps.ts';
import type { EngineServer, LineName, ServerCall } from '../kit/voice/engine-server.ts';
import type { ScriptedVendor } from '../kit/voice/scripted-vendors.ts';
import { startVendorServer, type VendorServer } from '../kit/voice/vendor-server.ts';

const GREETING = { say: 'Mill Inn, good evening.', audioMs: 900, hz: 400 };
const ANSWER = { say: 'From seven to ten.', audioMs: 1_000, hz: 600 };
const QUESTION = 'When is breakfast?';
const FAILURE = 'I am sorry, something is wrong on our side. Please call again later. Goodbye.';
const CODES: Readonly<Record<string, string>> = { 'gpt-x': 'openai/gpt-x', 'gemini-x': 'google/gemini-x' };

let vendors: VendorServer;
let openai: ScriptedVendor;
let gemini: ScriptedVendor;
let server: EngineServer;

const open = async (): Promise<void> => moveTo(await startVendorServer());
const close = (): Promise<void> => vendors.close();
beforeAll(open);
afterAll(close);
beforeEach(onSecondTry(close, open));

function moveTo(into: VendorServer): void {
  vendors = into;
  ({ openai, gemini, server } = vendors);
  server.tool.answer({ body: { served: 'from seven' } });
}

/** The assistant's model and its fallback. */
interface Pair {
  own: ScriptedVendor;
  other: ScriptedVendor;
  line: LineName;
}

/** A new pair per call, so that nothing remains of the previous call. */
function pairOf(name: string): Pair {
  for (const vendor of [openai, gemini]) vendor.forget();
  return name === 'OpenAI'
    ? { own: openai, other: gemini, line: 'SIP' }
    : { own: gemini, other: openai, line: 'a media stream' };
}

function greeted({ own, line }: Pair, fields: Record<string, unknown> = {}): Promise<ServerCall> {
  return server.call(line, own, { mode: 'multimodal', initial_message: GREETING.say, ...fields });
}

const texts = async (call: ServerCall): Promise<string[]> =>
  (await call.view()).transcript.map(
    ({ sender, text }: { sender: string; text: string }) => `${sender}: ${text}`,
  );

const closed = (vendor: ScriptedVendor): Promise<number> =>
  eventually(
    async () => vendor.open(),
    (count) => count === 0,
  );

const replaced = async (call: ServerCall): Promise<unknown[]> => eventsOf(call, 'model-replaced');

describe.each(['OpenAI', 'Gemini'])('a realtime model (%s)', (name) => {
  test('that rejects the key is replaced before the greeting, and the call completes', async () => {
    const pair = pairOf(name);
    const { own, other } = pair;
    own.refuse(401);
    const meal = crypto.randomUUID();
    other.script(GREETING, { call: 'look_up', arguments: { meal } }, ANSWER);
    other.hears(QUESTION);
    const call = await greeted(pair);
    await said(call, GREETING.say);
    await asksFor(server, call);
    await heardTone(call, ANSWER.hz);
    await said(call, ANSWER.say);
    expect(await texts(call)).toEqual([`bot: ${GREETING.say}`, `human: ${QUESTION}`, `bot: ${ANSWER.say}`]);
    expect(await reasons(call)).toEqual([expect.stringContaining('401')]);
    const change = { from: CODES[own.model], to: CODES[other.model] };
    const reason = expect.stringContaining('401');
    expect((await call.view()).fallbacks).toEqual([
      { part: 'realtime', ...change, reason, at: expect.any(String) },
    ]);
    expect(server.tool.calls.filter(({ url }) => url === `/meals/${meal}`)).toHaveLength(1);
    await endsWell(server, call);
    // The model in use is billed and measured.
    const used = (await eventsOf(call, 'speech-usage')).map(({ usage }) => usage);
    expect(used).not.toEqual([]);
    expect(JSON.stringify(used)).not.toContain(CODES[own.model]);
    expect(JSON.stringify(used)).toContain(CODES[other.model]);
    const { latency } = await call.view();
    expect(latency).toMatchObject([{ total_ms: expect.any(Number) }]);
    await Promise.all([closed(own), closed(other)]);
  });

  test('that is lost during an answer is replaced by its fallback, which continues without a greeting', async () => {
    const pair = pairOf(name);
    const { own, other } = pair;
    own.script(GREETING, { stall: 'From seven to', audioMs: 900, hz: 800 });
    own.hears(QUESTION);
    const call = await greeted(pair);
    await said(call, GREETING.say);
    await asksFor(server, call);
    await heardTone(call, 800);
    own.refuse(401);
    own.drop();
    await said(call, 'From seven to');
    // Playback of the old reply was still running when the fallback took over.
    await eventually(
      async () => other.told(),
      (told) => told.includes('From seven to'),
    );
    other.script(ANSWER);
    other.hears('Could you say that again?');
    await asksFor(server, call, 'Could you say that again, please?');
    await heardTone(call, ANSWER.hz);
    await said(call, ANSWER.say);
    expect(await texts(call)).toEqual([
      `bot: ${GREETING.say}`,
      `human: ${QUESTION}`,
      'bot: From seven to',
      'human: Could you say that again?',
      `bot: ${ANSWER.say}`,
    ]);
    for (const text of [GREETING.say, QUESTION]) expect(other.told()).toContain(text);
    expect(await replaced(call)).toHaveLength(1);
    await endsWell(server, call);
  });

  test('that is lost while the customer speaks is replaced by its fallback, which gets all speech', async () => {
    const pair = pairOf(name);
    const { own, other } = pair;
    own.script(GREETING);
    const call = await greeted(pair);
    await said(call, GREETING.say);
    other.script(ANSWER);
    other.hears(QUESTION);
    own.refuse(401);
    const asking = asksFor(server, call);
    own.drop();
    await asking;
    await heardTone(call, ANSWER.hz);
    await said(call, ANSWER.say);
    expect(await texts(call)).toEqual([`bot: ${GREETING.say}`, `human: ${QUESTION}`, `bot: ${ANSWER.say}`]);
    await endsWell(server, call);
  });

  test('that is lost ends the call cleanly if the caller hangs up during failover', async () => {
    const pair = pairOf(name);
    const { own, other } = pair;
    own.script(GREETING);
    const call = await greeted(pair);
    await said(call, GREETING.say);
    own.refuse(401);
    own.drop();
    await endsWell(server, call);
    await Promise.all([closed(own), closed(other)]);
  });
});

test.each([
  ['insufficient_quota', 1],
  ['rate_limit_exceeded', 3],
])(
  'a model whose answers fail (%s) is replaced, and the fallback greets and answers the customer',
  async (code, failures) => {
    const pair = pairOf('OpenAI');
    openai.script(...Array.from({ length: failures }, () => ({ fail: code })));
    gemini.script({ ...GREETING });
    const call = await greeted(pair);
    await heardTone(call, GREETING.hz);
    // Once the call is complete, all earlier events are stored.
    await eventually(
      () => texts(call),
      (said) => said.length > 0,
    );
    expect(await replaced(call)).toMatchObject([{ model: CODES[openai.model], by: CODES[gemini.model] }]);
    gemini.script(ANSWER);
    gemini.hears(QUESTION);
    await asksFor(server, call);
    await heardTone(call, ANSWER.hz);
    await said(call, ANSWER.say);
    await endsWell(server, call);
  },
);

test('keeps the TTS voice of a realtime model that answers in text', async () => {
  pairOf('OpenAI');
  openai.refuse(401);
  gemini.script(ANSWER);
  gemini.hears(QUESTION);
  const names = { model: openai.model, voice: 'Sarah' };
  const call = await server.call('SIP', names, { mode: 'dualplex', initial_message: GREETING.say });
  await said(call, GREETING.say);
  await asksFor(server, call);
  await said(call, ANSWER.say);
  expect(await replaced(call)).toHaveLength(1);
  const used = JSON.stringify(await eventsOf(call, 'speech-usage'));
  expect(used).toContain('elevenlabs');
  expect(used).not.toContain('cartesia');
  await endsWell(server, call);
});

describe('a failing model', () => {
  let shared: VendorServer;

  /** Starts a separate server for each test, because its models stay in cool-down. */
  beforeEach(async () => {
    shared = vendors;
    moveTo(await startVendorServer());
  });
  afterEach(async () => {
    await vendors.close();
    moveTo(shared);
  });

  test.each(['OpenAI', 'Gemini'])(
    '(%s) whose fallback also fails makes another voice say so, and the call fails',
    async (name) => {
      const pair = pairOf(name);
      const { own, other } = pair;
      own.refuse(401);
      other.script(GREETING);
      const call = await greeted(pair);
      await said(call, GREETING.say);
      other.refuse(...Array(12).fill(503));
      other.drop();
      await call.ended();
      const view = await endedCall(server.account, call.id);
      expect(view).toMatchObject({ status: 'failed', end_reason: expect.stringContaining('503') });
      expect(await texts(call)).toEqual([`bot: ${GREETING.say}`, `bot: ${FAILURE}`]);
      expect(await replaced(call)).toHaveLength(1);
      expect(await loudest(call)).toBeGreaterThan(1_000);
    },
  );

  test('that does not respond is replaced, and the next call starts with the fallback', async () => {
    const pair = pairOf('OpenAI');
    openai.script(GREETING, { mute: true });
    openai.hears(QUESTION);
    gemini.script(ANSWER);
    const call = await greeted(pair);
    await said(call, GREETING.say);
    await asksFor(server, call);
    await heardTone(call, ANSWER.hz);
    await said(call, ANSWER.say);
    expect(await replaced(call)).toHaveLength(1);
    expect(await reasons(call)).toEqual([expect.stringContaining('said nothing for too long')]);
    await endsWell(server, call);
    const asked = openai.asked();
    gemini.script(GREETING);
    const next = await greeted(pair);
    await said(next, GREETING.say);
    expect(await replaced(next)).toEqual([{ model: CODES[openai.model], by: CODES[gemini.model] }]);
    expect(await reasons(next)).toEqual([]);
    expect(openai.asked()).toBe(asked);
    await endsWell(server, next);
  });
});
