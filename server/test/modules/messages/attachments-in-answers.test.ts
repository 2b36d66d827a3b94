import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { findWaiting } from '../../../src/modules/messages/answers/pending-answers.ts';
import { type AudioServer, startAudioServer } from '../../kit/audio-server.ts';
import type { CarrierFake } from '../../kit/carrier-fake/carrier-fake.ts';
import { startCarrierFake } from '../../kit/carrier-fake/start-carrier-fake.ts';
import { CARRIER_CASES, carrierEnvironment, carrierSender } from '../../kit/carrier-senders.ts';
import { fixtureFile } from '../../kit/documents.ts';
import { eventually } from '../../kit/eventually.ts';
import { customerPhone } from '../../kit/messaging.ts';
import { type ModelInstallation, startModelInstallation } from '../../kit/model-installation.ts';
import { silentVoiceMessage } from '../../kit/ogg-opus.ts';
import type { Client } from '../../kit/test-server.ts';

let fake: CarrierFake;
let audio: AudioServer;
let installation: ModelInstallation;

beforeAll(async () => {
  fake = await startCarrierFake();
  audio = await startAudioServer();
  installation = await startModelInstallation({
    environment: {
      ...carrierEnvironment(fake),
      PARLEY_LLM_VISION_MODELS: 'main',
      PARLEY_STT_BASE_URL: audio.baseUrl,
      PARLEY_STT_MODEL: 'whisper-1',
    },
  });
});
afterAll(async () => {
  await installation.stop();
  await audio.close();
  await fake.close();
});

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
let count = 0;

describe.each(CARRIER_CASES)('over $provider', (carrier) => {
  let account: Client;
  let sender: { id: number; url: string };
  beforeEach(async () => {
    account = await installation.server.account();
    const assistant = await installation.assistant(account);
    sender = await carrierSender(fake, account, { carrier, fields: { assistant_id: assistant.id } });
    installation.model.replace({ kind: 'answer', text: 'Thank you.' });
  });

  /** Sends a file, and resolves when it has been answered. @returns the customer's message and what the model read */
  async function sends(contentType: string, bytes: Buffer | null, caption?: string) {
    count += 1;
    const id = String(7_000_000 + count);
    if (bytes !== null) await fake.addMedia({ id, contentType, base64: bytes.toString('base64') });
    const media = { id, contentType, ...(caption === undefined ? {} : { caption }) };
    const asked = installation.model.requests.length;
    const said = {
      account: carrier.account,
      url: sender.url,
      from: carrier.address(customerPhone()),
      to: carrier.address(carrier.phoneNumber),
    };
    expect((await fake.customerWrites({ ...said, media })).status).toBe(200);
    const thread = await eventually(
      async () => {
        const [talk] = (await account.get('/user/inbox?type=msgapp')).body.data;
        return (await account.get(`/user/msgapp/conversations/${talk.id}/messages`)).body.data;
      },
      (messages) => messages.length === 2,
    );
    expect(installation.model.requests.length).toBe(asked + 1);
    return { message: thread[0], prompt: installation.model.requests.at(-1)?.messages.at(-1) };
  }

  test('the assistant reads a document before it answers', async () => {
    const { message, prompt } = await sends('application/pdf', fixtureFile('handbook.pdf'), 'Is this right?');
    expect(JSON.stringify(prompt)).toContain('Is this right?');
    // The customer sees that the message was read and is being answered.
    const shown = (await fake.requests()).filter(({ body, path }) =>
      carrier.provider === 'cloud'
        ? body.includes('"typing_indicator":{"type":"text"}')
        : path.startsWith('/v2/Indicators/Typing.json') && body.includes('channel=whatsapp'),
    );
    expect(shown).toHaveLength(1);
    expect(JSON.stringify(prompt)).toContain('Its text:]');
    expect(message.attachments).toMatchObject([{ status: 'stored', text_error: null }]);
    expect(message.attachments[0].text.length).toBeGreaterThan(100);
    expect(JSON.stringify(prompt)).toContain(
      JSON.stringify(message.attachments[0].text.slice(0, 60)).slice(1, -1),
    );
  });

  test('the assistant hears a voice message', async () => {
    audio.script({ kind: 'transcript', text: 'Are you open on Sunday?', language: 'english' });
    const { message, prompt } = await sends('audio/ogg; codecs=opus', silentVoiceMessage(3));
    expect(JSON.stringify(prompt)).toContain('Are you open on Sunday?');
    expect(message.attachments).toMatchObject([{ text: 'Are you open on Sunday?' }]);
  });

  test('the assistant sees a picture', async () => {
    const { prompt } = await sends('image/png', PNG, 'What is this?');
    expect(prompt?.['content']).toEqual([
      { type: 'text', text: expect.stringContaining('What is this?') },
      { type: 'image_url', image_url: { url: `data:image/png;base64,${PNG.toString('base64')}` } },
    ]);
  });

  test('a model without vision gets an instruction to ask', async () => {
    const { body: models } = await account.get('/user/assistants/models?type=llm');
    const { id } = models.find(({ name }: { name: string }) => name === 'spare');
    const assistant = await installation.assistant(account, { llm_model_id: id });
    await account.put(`/user/msgapp/senders/${sender.id}`, { assistant_id: assistant.id });
    const { prompt } = await sends('image/png', PNG);
    expect(prompt?.['content']).toBe(
      '[The customer sent a picture.]\n[You cannot see pictures. Say so, and ask what it shows.]',
    );
  });

  test.each<[string, string, Buffer | null, RegExp]>([
    ['a video', 'video/mp4', Buffer.alloc(100), /a video, which you do not get\. Say/],
    ['a file that is gone', 'application/pdf', null, /a file, which you do not get \(The carrier did not/],
    ['a table', 'application/zip', Buffer.from('PK\x05\x06'), /Only PDF, Word \(DOCX\) and text files/],
    ['a recording in another format', 'audio/mpeg', Buffer.from('ID3'), /Only voice messages/],
  ])('the assistant gets an instruction to ask about %s', async (_what, contentType, bytes, words) => {
    const { prompt } = await sends(contentType, bytes);
    expect(prompt?.['content']).toMatch(words);
    expect(prompt?.['content']).toContain('ask the customer to write it as text');
  });
});

test('the assistant sees the pictures of a visitor and reads the documents, also in later turns', async () => {
  const { server, model } = installation;
  const account = await server.account();
  const { uuid } = await installation.assistant(account);
  const opened = await server.visitor.post('/conversations', { assistant_id: uuid });
  const path = `/conversations/${opened.body.conversation_id}`;
  const upload = async (bytes: Buffer, name: string): Promise<string> => {
    const body = new FormData();
    body.set('file', new Blob([new Uint8Array(bytes)]), name);
    return (await server.visitor.post(`${path}/files`, body)).body.file.id;
  };
  model.replace({ kind: 'answer', text: 'Thank you.' });
  const files = [await upload(PNG, 'sink.png'), await upload(fixtureFile('handbook.pdf'), 'handbook.pdf')];
  expect((await server.visitor.post(`${path}/messages`, { message: 'Is this right?', files })).status).toBe(
    200,
  );
  const content = model.requests.at(-1)?.messages.at(-1)?.['content'];
  expect(content).toEqual([
    {
      type: 'text',
      text: expect.stringMatching(/^Is this right\?\n.*a picture "sink.png".*\n.*Its text:\]/),
    },
    { type: 'image_url', image_url: { url: `data:image/png;base64,${PNG.toString('base64')}` } },
  ]);
  await server.visitor.post(`${path}/messages`, { message: 'Why?' });
  const earlier = JSON.stringify(model.requests.at(-1)?.messages);
  expect(earlier).toContain('handbook.pdf');
  expect(earlier).toContain('[End of the file.');
  const { transcript } = (await account.get(`/user${path}`)).body.data;
  expect(transcript[1].attachments.map(({ text }: { text: string | null }) => text === null)).toEqual([
    true,
    false,
  ]);
});

test('an answer waits for a file, but at most a minute', async () => {
  const [carrier] = CARRIER_CASES;
  if (carrier === undefined) throw new Error('There is no carrier.');
  const { database, dependencies } = installation.server;
  const account = await installation.server.account();
  const sender = await carrierSender(fake, account, { carrier });
  const said = {
    account: carrier.account,
    url: sender.url,
    from: carrier.address(customerPhone()),
    to: carrier.address(carrier.phoneNumber),
  };
  await fake.customerWrites({ ...said, media: { id: '6999999', contentType: 'image/png' } });
  await eventually(
    () =>
      database.query(`select from attachments where user_id = $1 and status = 'failed'`, [account.userId]),
    (rows) => rows.length === 1,
  );
  await database.query(
    `with asked as (update attachments set status = 'waiting' where user_id = $1 returning message_id)
     insert into pending_answers (conversation_id, user_id, message_id)
     select conversation_id, user_id, id from messages where id = (select message_id from asked)`,
    [account.userId],
  );
  const waits = async () => {
    const waiting = await findWaiting(dependencies.messages.database);
    return waiting.some(({ userId }) => userId === account.userId);
  };
  expect(await waits()).toBe(false);
  await database.query(
    `update attachments set created_at = created_at - interval '61 seconds' where user_id = $1`,
    [account.userId],
  );
  expect(await waits()).toBe(true);
  await database.query('delete from pending_answers where user_id = $1', [account.userId]);
});
