import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAssistant, modeFields } from '../kit/assistants.ts';
import { endedCall } from '../kit/calls.ts';
import { eventually } from '../kit/eventually.ts';
import { type Client, startTestServer, type TestServer } from '../kit/test-server.ts';
import { openPhone } from '../kit/voice/browser-phone.ts';

let server: TestServer;
let account: Client;

beforeAll(async () => {
  server = await startTestServer();
  account = await server.account();
});
afterAll(() => server.stop());

test.each(['pipeline', 'multimodal', 'dualplex'] as const)(
  'a call in mode %s: one types, hears the answer, and it is kept',
  async (mode) => {
    const { id: assistant_id } = await createAssistant(account, {
      ...{ llm_model_id: null, ...(await modeFields(account, mode)) },
      ...{
        initial_message: 'Mill Inn, good evening.',
        system_prompt: 'You help guests. Breakfast is at seven.',
      },
    });
    const { body } = await account.post('/user/calls/web', { assistant_id });
    const phone = await openPhone(body.data.media_url);
    await phone.message(({ sender }) => sender === 'bot');
    phone.type('When is breakfast?');
    await eventually(
      async () => phone.transcript(),
      (said) => said.length >= 3,
    );
    expect(phone.transcript()).toEqual([
      'bot: Mill Inn, good evening.',
      'human: When is breakfast?',
      expect.stringMatching(/^bot: .*seven/),
    ]);
    expect(phone.loudest()).toBeGreaterThan(1000);
    phone.hangUp();
    expect(await endedCall(account, body.data.call_id)).toMatchObject({ status: 'ended_by_customer' });
  },
);
