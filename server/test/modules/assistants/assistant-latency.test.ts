import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TurnLatency, TurnSetup } from '../../../src/voice/call-event.ts';
import { endedCall, makeCall, mobileNumber, outboundAssistant } from '../../kit/calls.ts';
import { scriptedModel } from '../../kit/scripted-model.ts';
import { type Client, startTestServer, type TestServer } from '../../kit/test-server.ts';
import { type ScriptedVoice, scriptedVoice } from '../../kit/voice/scripted-calls.ts';

let server: TestServer;
let voice: ScriptedVoice;
let account: Client;
let id: number;

beforeAll(async () => {
  voice = scriptedVoice();
  const languageModels = [scriptedModel('quick/model', [])];
  server = await startTestServer({ overrides: { voice: voice.overrides, languageModels } });
  account = await server.account();
  ({ id } = await outboundAssistant(account));
});
afterAll(() => server.stop());

const SAVED: TurnSetup = {
  mode: 'pipeline',
  endpointType: 'vad',
  endpointSilenceMs: 500,
  model: 'offline/extractive',
  transcriber: 'offline',
  synthesizer: 'flite',
};

interface Calls {
  assistantId?: number;
  client?: Client;
  setup?: Partial<TurnSetup>;
}

/** Makes a call with these answers, in order. */
async function callWith(answers: readonly TurnLatency[], about: Calls = {}): Promise<void> {
  const { assistantId = id, client = account } = about;
  const setup = { ...SAVED, ...about.setup };
  const to = mobileNumber();
  const callId = await makeCall(client, { assistant_id: assistantId, phone_number: to });
  const call = await voice.callOn((await voice.dialTo(to)).answer());
  for (const [index, latency] of answers.entries()) {
    const sinceMs = index * 1000;
    const turn = { atMs: sinceMs + 500, sinceMs, replyId: String(index), latency, setup };
    call.happen({ type: 'turn-answered', ...turn });
  }
  call.end();
  await endedCall(client, callId);
}

const turn = (modelMs: number, speechMs = 100): TurnLatency => ({
  endpointMs: 500,
  transcriptMs: null,
  modelMs,
  speechMs,
  totalMs: 500 + modelMs + speechMs,
});

const latency = (client: Client, assistantId = id, query = '') =>
  client.get(`/user/assistant/${assistantId}/latency${query}`);

/** The parts of an estimate, one per line. */
async function estimate(assistantId: number, query = '', client = account): Promise<string[]> {
  const { status, body } = await latency(client, assistantId, query);
  expect(status, JSON.stringify(body)).toBe(200);
  return body.data.parts.map(
    ({ name, milliseconds, source, answers }: Record<string, unknown>) =>
      `${name} ${milliseconds} ${source} ${answers}`,
  );
}

const TYPICAL = [
  'wait 500 setting 0',
  'transcript 0 typical 0',
  'model 20 typical 0',
  'speech 130 typical 0',
];

test('returns typical figures for an assistant without measured responses', async () => {
  const { status, body } = await latency(account);
  expect(status).toBe(200);
  expect(body.data).toMatchObject({
    answers: 0,
    endpoint_ms: null,
    transcript_ms: null,
    model_ms: null,
    speech_ms: null,
    total_ms: null,
    slow_total_ms: null,
    providers: { model: 'offline/extractive', transcriber: 'offline', synthesizer: 'flite' },
  });
  expect(await estimate(id)).toEqual(TYPICAL);
});

test('averages the last fifty answers over all calls and ignores missing measurements', async () => {
  const old = { endpointMs: 9000, transcriptMs: 9000, modelMs: 9000, speechMs: 9000, totalMs: 36_000 };
  await callWith([old, old]);
  await callWith([{ endpointMs: 500, transcriptMs: null, modelMs: 400, speechMs: 100, totalMs: 1000 }]);
  const even = { endpointMs: 600, transcriptMs: 100, modelMs: 300, speechMs: 200, totalMs: 1200 };
  await callWith(Array.from({ length: 49 }, () => even));
  const { body } = await latency(account);
  expect(body.data).toMatchObject({
    answers: 50,
    endpoint_ms: 598,
    transcript_ms: 100,
    model_ms: 302,
    speech_ms: 198,
    total_ms: 1196,
    slow_total_ms: 1200,
  });
  expect(await estimate(id)).toEqual([
    'wait 500 setting 0',
    'transcript 98 assistant 50',
    'model 302 assistant 50',
    'speech 198 assistant 50',
  ]);
});

describe('measurements belong to the setup they were made with', () => {
  let owner: Client;
  let own: number;
  let other: number;
  let quick: string;
  let realtime: string;

  beforeAll(async () => {
    owner = await server.account();
    own = (await outboundAssistant(owner)).id;
    other = (await outboundAssistant(owner)).id;
    const named = async (type: string, name: RegExp): Promise<string> => {
      const { body } = await owner.get(`/user/assistants/models?type=${type}`);
      return String(body.find((model: { name: string }) => name.test(model.name)).id);
    };
    quick = await named('llm', /^quick\/model$/);
    realtime = await named('multimodal', /./);
    await callWith([turn(300), turn(500)], { client: owner, assistantId: own });
    await callWith([turn(70, 900)], {
      client: owner,
      assistantId: other,
      setup: { model: 'quick/model', synthesizer: 'espeak' },
    });
  });

  const asked = (query = '') => estimate(own, query, owner);

  test('another model only replaces the model’s part', async () => {
    expect(await asked()).toEqual([
      'wait 500 setting 0',
      'transcript 0 assistant 2',
      'model 400 assistant 2',
      'speech 100 assistant 2',
    ]);
    expect(await asked(`?llm_model_id=${quick}`)).toEqual([
      'wait 500 setting 0',
      'transcript 0 assistant 2',
      'model 70 account 1',
      'speech 100 assistant 2',
    ]);
    const { body } = await latency(owner, own, `?llm_model_id=${quick}`);
    expect(body.data).toMatchObject({ answers: 0, total_ms: null, providers: { model: 'quick/model' } });
  });

  test('another mode ignores them, requested or saved', async () => {
    const query = `?mode=multimodal&llm_model_id=&multimodal_model_id=${realtime}`;
    const unmeasured = ['wait 500 setting 0', 'model 150 typical 0'];
    expect(await asked(query)).toEqual(unmeasured);
    expect(await asked('?mode=multimodal')).toEqual(unmeasured);
    const { id: changed } = await outboundAssistant(owner);
    await callWith([turn(1)], { client: owner, assistantId: changed });
    const { body: voices } = await owner.get('/user/assistants/voices?mode=multimodal');
    const saved = await owner.put(`/user/assistant/${changed}`, {
      mode: 'multimodal',
      multimodal_model_id: Number(realtime),
      voice_id: voices[0].id,
    });
    expect(saved.status).toBe(200);
    expect(await estimate(changed, '', owner)).toEqual(unmeasured);
    const rest = { endpointMs: 560, transcriptMs: 20, modelMs: null, speechMs: null, totalMs: 800 };
    await callWith([rest], {
      client: owner,
      assistantId: changed,
      setup: { mode: 'multimodal', model: 'offline/realtime', transcriber: null, synthesizer: null },
    });
    expect(await estimate(changed, '', owner)).toEqual(['wait 500 setting 0', 'model 300 assistant 1']);
  });

  test('semantic turn detection does not count as silence', async () => {
    const withTurnDetector = (await asked('?endpoint_type=ai'))[0];
    expect(withTurnDetector).toBe('wait 527 typical 0');
    await callWith([{ ...turn(300), endpointMs: 640 }], {
      client: owner,
      assistantId: other,
      setup: { endpointType: 'ai' },
    });
    expect((await asked('?endpoint_type=ai'))[0]).toBe('wait 640 account 1');
  });

  test('an unknown model is reported as unknown; an invalid id or mode is rejected', async () => {
    const { body } = await latency(owner, own, '?llm_model_id=999999');
    expect(body.data.providers.model).toBeNull();
    expect((await asked('?llm_model_id=999999'))[2]).toBe('model null unknown 0');
    expect((await latency(owner, own, '?llm_model_id=x')).status).toBe(422);
    expect((await latency(owner, own, '?mode=telepathy')).status).toBe(422);
  });
});

test('the latency is private to the account, and deleted with the assistant', async () => {
  const otherAccount = await server.account();
  expect(await latency(otherAccount)).toMatchObject({
    status: 404,
    body: { message: 'Assistant not found.' },
  });
  expect(await estimate((await outboundAssistant(otherAccount)).id, '', otherAccount)).toEqual(TYPICAL);
  await account.delete(`/user/assistant/${id}`);
  expect((await latency(account)).status).toBe(404);
});
