import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAssistant, modeFields } from '../../kit/assistants.ts';
import { type Answer, type Client, startTestServer, type TestServer } from '../../kit/test-server.ts';

let server: TestServer;
let account: Client;

beforeAll(async () => {
  // No vendor is called, because the offered voices are known in advance.
  server = await startTestServer({
    environment: {
      OPENAI_API_KEY: 'o',
      PARLEY_OPENAI_REALTIME_MODELS: 'gpt-x',
      GEMINI_API_KEY: 'g',
      PARLEY_GOOGLE_REALTIME_MODELS: 'gemini-x',
    },
  });
  account = await server.account();
});
afterAll(() => server.stop());

async function named(path: string, name: string): Promise<number> {
  const { body } = await account.get(path);
  return body.find((one: { name: string }) => one.name.includes(name)).id;
}

const model = (name: string, mode = 'multimodal'): Promise<number> =>
  named(`/user/assistants/models?type=${mode}`, name);
const voice = (name: string, mode = 'multimodal'): Promise<number> =>
  named(`/user/assistants/voices?mode=${mode}`, name);

function refused({ status, body }: Answer): void {
  expect(status).toBe(422);
  expect(Object.keys(body.errors)).toEqual(['voice_id']);
  expect(body.errors.voice_id[0]).toMatch(
    /^The voice Marin, realtime is not available with the model gemini-x\. .*Kore/,
  );
}

test("a realtime model refuses another vendor's voice, with which every call would fail", async () => {
  const fields = { ...(await modeFields(account, 'multimodal')), llm_model_id: undefined };
  const [gpt, gemini, marin, kore] = [
    await model('gpt-x'),
    await model('gemini-x'),
    await voice('Marin'),
    await voice('Kore'),
  ];
  const own = { multimodal_model_id: gpt, voice_id: marin };
  refused(await account.post('/user/assistant', { ...fields, multimodal_model_id: gemini, voice_id: marin }));
  const { id } = await createAssistant(account, { ...fields, ...own });
  refused(await account.put(`/user/assistant/${id}`, { multimodal_model_id: gemini }));
  const moved = await account.put(`/user/assistant/${id}`, { multimodal_model_id: gemini, voice_id: kore });
  expect(moved.status).toBe(200);
  expect((await account.put(`/user/assistant/${id}`, { name: 'Evening' })).status).toBe(200);
});

test('a change to multimodal mode requires a voice of its model', async () => {
  const { id } = await createAssistant(account);
  const change = { mode: 'multimodal', multimodal_model_id: await model('gemini-x') };
  refused(await account.put(`/user/assistant/${id}`, { ...change, voice_id: await voice('Marin') }));
  const fitting = await account.put(`/user/assistant/${id}`, { ...change, voice_id: await voice('Kore') });
  expect(fitting.status, fitting.text).toBe(200);
});

test('a realtime model lists its voices; other modes and unknown models list all', async () => {
  const asked = async (query: string): Promise<string[]> => {
    const { status, body } = await account.get(`/user/assistants/voices?${query}`);
    expect(status).toBe(200);
    return body.map(({ name }: { name: string }) => name);
  };
  const all = await asked('mode=multimodal');
  const ofGemini = await asked(`mode=multimodal&multimodal_model_id=${await model('gemini-x')}`);
  expect(ofGemini).toContain('Kore, realtime');
  expect(ofGemini.some((name) => name.startsWith('Marin') || name.startsWith('SLT'))).toBe(false);
  expect(all).toEqual(expect.arrayContaining([...ofGemini, 'Marin, realtime', 'SLT, realtime']));
  expect(await asked('mode=multimodal&multimodal_model_id=2147483647')).toEqual(all);
  const written = await asked('mode=dualplex');
  expect(await asked(`mode=dualplex&multimodal_model_id=${await model('gemini-x', 'dualplex')}`)).toEqual(
    written,
  );
});

test('a text model accepts any voice', async () => {
  const created = await createAssistant(account, {
    ...(await modeFields(account, 'dualplex')),
    llm_model_id: undefined,
    multimodal_model_id: await model('gemini-x', 'dualplex'),
  });
  expect(created['mode']).toBe('dualplex');
});
