import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { endedCall } from '../kit/calls.ts';
import { eventually } from '../kit/eventually.ts';
import { onSecondTry } from '../kit/second-tries.ts';
import type { EngineHouse, HouseCall, LineName } from '../kit/voice/engine-house.ts';
import { asksFor, endsWell, eventsOf, heardTone, loudest, reasons, said } from '../kit/voice/house-talk.ts';
import type { ScriptedVendor } from '../kit/voice/scripted-vendors.ts';
import { openVendorHouse, type VendorHouse } from '../kit/voice/vendor-house.ts';

const GREETING = { say: 'Mill Inn, good evening.', audioMs: 900, hz: 400 };
const ANSWER = { say: 'From seven to ten.', audioMs: 1_000, hz: 600 };
const QUESTION = 'When is breakfast?';
const FAILURE = 'I am sorry, something is wrong on our side. Please call again later. Goodbye.';
const CODES: Readonly<Record<string, string>> = { 'gpt-x': 'openai/gpt-x', 'gemini-x': 'google/gemini-x' };

let vendors: VendorHouse;
let openai: ScriptedVendor;
let gemini: ScriptedVendor;
let house: EngineHouse;

const open = async (): Promise<void> => moveTo(await openVendorHouse());
const close = (): Promise<void> => vendors.close();
beforeAll(open);
afterAll(close);
beforeEach(onSecondTry(close, open));

function moveTo(into: VendorHouse): void {
  vendors = into;
  ({ openai, gemini, house } = vendors);
  house.tool.answer({ body: { served: 'from seven' } });
}

/** The assistant's own model, and the one that is there in its place. */
interface Pair {
  own: ScriptedVendor;
  other: ScriptedVendor;
  line: LineName;
}

/** Nothing is left of the call before. */
function pairOf(name: string): Pair {
  for (const vendor of [openai, gemini]) vendor.forget();
  return name === 'OpenAI'
    ? { own: openai, other: gemini, line: 'SIP' }
    : { own: gemini, other: openai, line: 'a media stream' };
}

function greeted({ own, line }: Pair, fields: Record<string, unknown> = {}): Promise<HouseCall> {
  return house.call(line, own, { mode: 'multimodal', initial_message: GREETING.say, ...fields });
}

const texts = async (call: HouseCall): Promise<string[]> =>
  (await call.view()).transcript.map(
    ({ sender, text }: { sender: string; text: string }) => `${sender}: ${text}`,
  );

const closed = (vendor: ScriptedVendor): Promise<number> =>
  eventually(
    async () => vendor.open(),
    (count) => count === 0,
  );

const replaced = async (call: HouseCall): Promise<unknown[]> => eventsOf(call, 'model-replaced');

describe.each(['OpenAI', 'Gemini'])('a model of %s', (name) => {
  test('that refuses the key from the first is replaced before anybody notices, and the call is held to its end', async () => {
    const pair = pairOf(name);
    const { own, other } = pair;
    own.refuse(401);
    const meal = crypto.randomUUID();
    other.script(GREETING, { call: 'look_up', arguments: { meal } }, ANSWER);
    other.hears(QUESTION);
    const call = await greeted(pair);
    await said(call, GREETING.say);
    await asksFor(house, call);
    await heardTone(call, ANSWER.hz);
    await said(call, ANSWER.say);
    expect(await texts(call)).toEqual([`bot: ${GREETING.say}`, `human: ${QUESTION}`, `bot: ${ANSWER.say}`]);
    expect(await reasons(call)).toEqual([expect.stringContaining('401')]);
    expect(await replaced(call)).toEqual([{ model: CODES[own.model], by: CODES[other.model] }]);
    expect(house.tool.calls.filter(({ url }) => url === `/meals/${meal}`)).toHaveLength(1);
    await endsWell(house, call);
    // Who really ran is who is paid, and the answer's time is measured as any other.
    const used = (await eventsOf(call, 'speech-usage')).map(({ usage }) => usage);
    expect(used).not.toEqual([]);
    expect(JSON.stringify(used)).not.toContain(CODES[own.model]);
    expect(JSON.stringify(used)).toContain(CODES[other.model]);
    const { latency } = await call.view();
    expect(latency).toMatchObject([{ total_ms: expect.any(Number) }]);
    await Promise.all([closed(own), closed(other)]);
  });

  test('that is lost in the middle of an answer: the other one knows what was heard, and nobody greets twice', async () => {
    const pair = pairOf(name);
    const { own, other } = pair;
    own.script(GREETING, { stall: 'From seven to', audioMs: 900, hz: 800 });
    own.hears(QUESTION);
    const call = await greeted(pair);
    await said(call, GREETING.say);
    await asksFor(house, call);
    await heardTone(call, 800);
    own.refuse(401);
    own.drop();
    await said(call, 'From seven to');
    // The caller was still listening to it when the other one took over.
    await eventually(
      async () => other.told(),
      (told) => told.includes('From seven to'),
    );
    other.script(ANSWER);
    other.hears('Could you say that again?');
    await asksFor(house, call, 'Could you say that again, please?');
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
    await endsWell(house, call);
  });

  test('that is lost while the customer speaks: the other one hears all of it, and answers once', async () => {
    const pair = pairOf(name);
    const { own, other } = pair;
    own.script(GREETING);
    const call = await greeted(pair);
    await said(call, GREETING.say);
    other.script(ANSWER);
    other.hears(QUESTION);
    own.refuse(401);
    const asking = asksFor(house, call);
    own.drop();
    await asking;
    await heardTone(call, ANSWER.hz);
    await said(call, ANSWER.say);
    expect(await texts(call)).toEqual([`bot: ${GREETING.say}`, `human: ${QUESTION}`, `bot: ${ANSWER.say}`]);
    await endsWell(house, call);
  });

  test('that is lost, and the caller hangs up before there is another', async () => {
    const pair = pairOf(name);
    const { own, other } = pair;
    own.script(GREETING);
    const call = await greeted(pair);
    await said(call, GREETING.say);
    own.refuse(401);
    own.drop();
    await endsWell(house, call);
    await Promise.all([closed(own), closed(other)]);
  });
});

test.each([
  ['insufficient_quota', 1],
  ['rate_limit_exceeded', 3],
])(
  'a model whose session opens and whose answers fail (%s) is replaced, and the customer is greeted or asked',
  async (code, failures) => {
    const pair = pairOf('OpenAI');
    openai.script(...Array.from({ length: failures }, () => ({ fail: code })));
    gemini.script({ ...GREETING });
    const call = await greeted(pair);
    await heardTone(call, GREETING.hz);
    // When it was said to its end, all that came before it is stored.
    await eventually(
      () => texts(call),
      (said) => said.length > 0,
    );
    expect(await replaced(call)).toEqual([{ model: CODES[openai.model], by: CODES[gemini.model] }]);
    gemini.script(ANSWER);
    gemini.hears(QUESTION);
    await asksFor(house, call);
    await heardTone(call, ANSWER.hz);
    await said(call, ANSWER.say);
    await endsWell(house, call);
  },
);

test('the voice behind a model that writes stays the same', async () => {
  pairOf('OpenAI');
  openai.refuse(401);
  gemini.script(ANSWER);
  gemini.hears(QUESTION);
  const names = { model: openai.model, voice: 'Sarah' };
  const call = await house.call('SIP', names, { mode: 'dualplex', initial_message: GREETING.say });
  await said(call, GREETING.say);
  await asksFor(house, call);
  await said(call, ANSWER.say);
  expect(await replaced(call)).toHaveLength(1);
  const used = JSON.stringify(await eventsOf(call, 'speech-usage'));
  expect(used).toContain('elevenlabs');
  expect(used).not.toContain('cartesia');
  await endsWell(house, call);
});

describe('a model that rests afterwards', () => {
  let shared: VendorHouse;

  /** Nobody else waits until it has rested. */
  beforeEach(async () => {
    shared = vendors;
    moveTo(await openVendorHouse());
  });
  afterEach(async () => {
    await vendors.close();
    moveTo(shared);
  });

  test.each(['OpenAI', 'Gemini'])(
    'of %s, that is lost with the other one: a voice says so, and the call has failed',
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
      const view = await endedCall(house.account, call.id);
      expect(view).toMatchObject({ status: 'failed', end_reason: expect.stringContaining('503') });
      expect(await texts(call)).toEqual([`bot: ${GREETING.say}`, `bot: ${FAILURE}`]);
      expect(await replaced(call)).toHaveLength(1);
      expect(await loudest(call)).toBeGreaterThan(1_000);
    },
  );

  test('that says nothing for too long is replaced, the question is answered, and the next call begins with the other', async () => {
    const pair = pairOf('OpenAI');
    openai.script(GREETING, { mute: true });
    openai.hears(QUESTION);
    gemini.script(ANSWER);
    const call = await greeted(pair);
    await said(call, GREETING.say);
    await asksFor(house, call);
    await heardTone(call, ANSWER.hz);
    await said(call, ANSWER.say);
    expect(await replaced(call)).toHaveLength(1);
    expect(await reasons(call)).toEqual([expect.stringContaining('said nothing for too long')]);
    await endsWell(house, call);
    const asked = openai.asked();
    gemini.script(GREETING);
    const next = await greeted(pair);
    await said(next, GREETING.say);
    expect(await replaced(next)).toEqual([{ model: CODES[openai.model], by: CODES[gemini.model] }]);
    expect(await reasons(next)).toEqual([]);
    expect(openai.asked()).toBe(asked);
    await endsWell(house, next);
  });
});
