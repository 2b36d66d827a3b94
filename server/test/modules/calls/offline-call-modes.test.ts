import { beforeAll, expect, test } from 'vitest';
import { createAssistant, modeFields } from '../../kit/assistants.ts';
import { endedCall } from '../../kit/calls.ts';
import { eventually } from '../../kit/eventually.ts';
import { sharedServer } from '../../kit/shared-server.ts';
import type { Client, TestServer } from '../../kit/test-server.ts';
import { openPhone } from '../../kit/voice/browser-phone.ts';

let server: TestServer;
let account: Client;

beforeAll(async () => {
  server = await sharedServer();
  account = await server.account();
});

test.each(['pipeline', 'multimodal', 'dualplex'] as const)(
  'a call in mode %s answers typed text, and is stored',
  async (mode) => {
    const { id: assistant_id } = await createAssistant(account, {
      llm_model_id: null,
      ...(await modeFields(account, mode)),
      initial_message: 'Mill Inn, good evening.',
      system_prompt: 'You help guests. Breakfast is at seven.',
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

const MODES = ['pipeline', 'multimodal', 'dualplex'] as const;
test.each(MODES)('a call in mode %s ends with a goodbye on request', async (mode) => {
  const { id: assistant_id } = await createAssistant(account, {
    llm_model_id: null,
    ...(await modeFields(account, mode)),
    initial_message: 'Mill Inn.',
    system_prompt: 'You help guests.',
    tools: [{ type: 'end_call' }],
  });
  const { body } = await account.post('/user/calls/web', { assistant_id });
  const phone = await openPhone(body.data.media_url);
  await phone.message(({ sender }) => sender === 'bot');
  phone.type('Please end the call.');
  expect(await endedCall(account, body.data.call_id)).toMatchObject({ status: 'ended_by_assistant' });
  expect(phone.transcript().slice(2)).toEqual(['bot: Goodbye, and have a nice day!']);
});

test.each(MODES)('a call in mode %s ends with one goodbye when the customer is done', async (mode) => {
  const { id: assistant_id } = await createAssistant(account, {
    llm_model_id: null,
    ...(await modeFields(account, mode)),
    initial_message: 'Mill Inn.',
    system_prompt: 'You help guests.',
    tools: [{ type: 'end_call' }],
  });
  const { body } = await account.post('/user/calls/web', { assistant_id });
  const phone = await openPhone(body.data.media_url);
  await phone.message(({ sender }) => sender === 'bot');
  phone.type('That sounds good. Thank you, that is all for today.');
  expect(await endedCall(account, body.data.call_id)).toMatchObject({ status: 'ended_by_assistant' });
  expect(phone.transcript().slice(2)).toEqual(['bot: Goodbye, and have a nice day!']);
});

const STILL_THERE = 'Are you still there?';
const PROMPTS = [
  { prompt: null, said: STILL_THERE },
  { prompt: 'Ask in a brief sentence whether they still want the room.', said: STILL_THERE },
  { prompt: 'Say exactly these words and nothing else: Is it the room?', said: 'Is it the room?' },
];

test('a silent caller is asked whether they are there, and after "yes" how to help', async () => {
  const asked = MODES.flatMap((mode) => PROMPTS.map((example) => ({ mode, ...example })));
  const calls = asked.map(async ({ mode, prompt, said: question }) => {
    const { id: assistant_id } = await createAssistant(account, {
      llm_model_id: null,
      ...(await modeFields(account, mode)),
      initial_message: 'Mill Inn.',
      system_prompt: 'You help guests. Breakfast is at seven.',
      reengagement_interval: 7,
      reengagement_prompt: prompt,
    });
    const { body } = await account.post('/user/calls/web', { assistant_id });
    const phone = await openPhone(body.data.media_url);
    await phone.message(({ sender }) => sender === 'bot');
    phone.type('When is breakfast?');
    const said = (count: number) =>
      eventually(
        async () => phone.transcript(),
        (lines) => lines.length >= count,
      );
    await said(4);
    phone.type('Yes, I am still here.');
    await said(6);
    phone.hangUp();
    return { question, transcript: phone.transcript() };
  });
  for (const { question, transcript } of await Promise.all(calls)) {
    expect(transcript).toEqual([
      'bot: Mill Inn.',
      'human: When is breakfast?',
      expect.stringMatching(/^bot: .*seven/),
      `bot: ${question}`,
      'human: Yes, I am still here.',
      'bot: How can I help you?',
    ]);
  }
});
