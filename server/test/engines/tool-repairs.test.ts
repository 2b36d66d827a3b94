import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type FakeModelServer, startFakeModelServer } from '../kit/fake-model-server.ts';
import { onSecondTry } from '../kit/second-tries.ts';
import { asksFor, endsWell, eventsOf, said } from '../kit/voice/call-steps.ts';
import type { LineName, ServerCall } from '../kit/voice/engine-server.ts';
import type { ScriptedVendor } from '../kit/voice/scripted-vendors.ts';
import { startVendorServer, type VendorServer } from '../kit/voice/vendor-server.ts';

const GREETING = { say: 'Mill Inn, good evening.', audioMs: 900, hz: 400 };
const ANSWER = { say: 'From seven to ten.', audioMs: 1_000, hz: 600 };
const REFUSED = { kind: 'status', status: 401 } as const;
const REPAIRED = 'Breakfast is from seven to ten.';

let vendors: VendorServer;
let model: FakeModelServer;
/** The language model selected as `chat_llm_fallback_id`. */
let mainId: number;

async function open(): Promise<void> {
  model = await startFakeModelServer();
  vendors = await startVendorServer({
    PARLEY_LLM_BASE_URL: model.baseUrl,
    PARLEY_LLM_MODELS: 'other,main,spare',
    PARLEY_LLM_NAME: 'fake',
    PARLEY_FALLBACK_MODEL: 'fake/spare',
  });
  vendors.server.tool.answer({ body: { served: 'from seven' } });
  const { body } = await vendors.server.account.get('/user/assistants/models?type=llm');
  mainId = body.find(({ name }: { name: string }) => name === 'main').id;
}
async function close(): Promise<void> {
  await vendors.close();
  await model.close();
}
beforeAll(open);
afterAll(close);
beforeEach(onSecondTry(close, open));

interface Side {
  vendor: ScriptedVendor;
  line: LineName;
  mode: 'multimodal' | 'dualplex';
  /** Catalog code of the voice; null for the vendor's default. */
  voice: string | null;
}

/** A call in which the realtime model calls the tool without its required argument. */
async function asksBadly({ vendor, line, mode, voice }: Side): Promise<ServerCall> {
  const { server } = vendors;
  if (mode === 'multimodal') vendor.script(GREETING);
  vendor.script({ call: 'look_up', arguments: {} }, ANSWER);
  vendor.hears('When is breakfast?');
  const names = { model: vendor.model, voice: voice ?? vendor.voice };
  const fields = { mode, initial_message: GREETING.say, chat_llm_fallback_id: mainId };
  const call = await server.call(line, names, fields);
  await said(call, GREETING.say);
  await asksFor(server, call);
  await said(call, ANSWER.say);
  return call;
}

const askedOf = (from: number): unknown[] => model.requests.slice(from).map((request) => request['model']);

const mealsAsked = (meal: string): number =>
  vendors.server.tool.calls.filter(({ url }) => url === `/meals/${meal}`).length;

describe.each<[string, () => Side]>([
  ['speaks', () => ({ vendor: vendors.openai, line: 'SIP', mode: 'multimodal', voice: null })],
  ['writes', () => ({ vendor: vendors.gemini, line: 'a media stream', mode: 'dualplex', voice: 'Katie' })],
])('a malformed tool call of a model that %s', (_, side) => {
  test('is repaired by the language model of the assistant, and its answer is spoken', async () => {
    const meal = crypto.randomUUID();
    const from = model.requests.length;
    model.script(
      { kind: 'answer', toolCalls: [{ name: 'look_up', arguments: { meal } }] },
      { kind: 'answer', text: REPAIRED },
    );
    const call = await asksBadly(side());
    expect(askedOf(from)).toEqual(['main', 'main']);
    expect(mealsAsked(meal)).toBe(1);
    expect(side().vendor.told()).toContain(REPAIRED);
    expect(await eventsOf(call, 'tool-called')).toMatchObject([
      { functionCall: { arguments: { meal }, result: { status: 200 } }, failed: false },
      { functionCall: { arguments: {} }, failed: true },
    ]);
    await endsWell(vendors.server, call);
  });

  test('is repaired by the installation’s fallback if the assistant’s language model fails', async () => {
    const meal = crypto.randomUUID();
    const from = model.requests.length;
    model.script(
      REFUSED,
      { kind: 'answer', toolCalls: [{ name: 'look_up', arguments: { meal } }] },
      { kind: 'answer', text: `Well: ${REPAIRED}` },
    );
    const call = await asksBadly(side());
    expect(askedOf(from)).toEqual(['main', 'spare', 'spare']);
    expect(mealsAsked(meal)).toBe(1);
    expect(side().vendor.told()).toContain(`Well: ${REPAIRED}`);
    await endsWell(vendors.server, call);
  });

  test('is refused if all models fail to repair it, and the call continues', async () => {
    model.script(REFUSED, REFUSED);
    const call = await asksBadly(side());
    const [asked] = await eventsOf(call, 'tool-called');
    expect(asked).toMatchObject({
      failed: true,
      functionCall: { result: { error: { code: 'invalid-arguments' } } },
    });
    expect(side().vendor.told()).toContain('invalid-arguments');
    await endsWell(vendors.server, call);
  });
});
