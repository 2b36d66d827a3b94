import { afterEach, beforeEach, expect, test } from 'vitest';
import { type AudioServer, startAudioServer } from '../kit/audio-server.ts';
import type { CarrierFake } from '../kit/carrier-fake/carrier-fake.ts';
import { startCarrierFake } from '../kit/carrier-fake/start-carrier-fake.ts';
import { CARRIER_CASES, carrierEnvironment, carrierSender } from '../kit/carrier-senders.ts';
import { eventually } from '../kit/eventually.ts';
import { unexplainedMoney } from '../kit/ledger.ts';
import { endsWithTest } from '../kit/left-running.ts';
import { customerPhone } from '../kit/messaging.ts';
import { type ModelInstallation, startModelInstallation } from '../kit/model-installation.ts';
import { silentVoiceMessage } from '../kit/ogg-opus.ts';
import { type ServerProcess, startServerProcess } from '../kit/server-process.ts';

let fake: CarrierFake;
let audio: AudioServer;
let environment: Record<string, string>;
/** Serves the API and the carriers' webhooks, but runs no jobs. */
let front: ModelInstallation;

beforeEach(async () => {
  fake = await startCarrierFake();
  audio = await startAudioServer();
  environment = {
    ...carrierEnvironment(fake),
    PARLEY_STT_BASE_URL: audio.baseUrl,
    PARLEY_STT_MODEL: 'whisper-1',
  };
  front = await startModelInstallation({
    environment: { ...environment, PARLEY_ROLE: 'api', DATABASE_URL: 'postgres://overridden' },
  });
});
afterEach(async () => {
  await front.stop();
  await audio.close();
  await fake.close();
});

async function startWorker(): Promise<ServerProcess> {
  const worker = await startServerProcess(front.server.testDatabase.connection, {
    ...environment,
    PARLEY_LLM_BASE_URL: front.model.baseUrl,
    PARLEY_LLM_MODELS: 'main,spare',
  });
  endsWithTest(worker.kill);
  return worker;
}

test('a voice message is answered once if the process is killed between hearing and answering it', async () => {
  const [carrier] = CARRIER_CASES;
  if (carrier === undefined) throw new Error('There is no carrier.');
  const account = await front.server.account();
  const assistant = await front.assistant(account);
  const sender = await carrierSender(fake, account, { carrier, fields: { assistant_id: assistant.id } });
  const doomed = await startWorker();
  audio.script({ kind: 'transcript', text: 'Are you open on Sunday?', language: 'english' });
  front.model.answerAs('main', { kind: 'hang' });
  const base64 = silentVoiceMessage(3).toString('base64');
  await fake.addMedia({ id: '7000001', contentType: 'audio/ogg; codecs=opus', base64 });
  const said = {
    account: carrier.account,
    url: sender.url,
    from: carrier.address(customerPhone()),
    to: carrier.address(carrier.phoneNumber),
    media: { id: '7000001', contentType: 'audio/ogg; codecs=opus' },
  };
  const asked = front.model.nextRequest();
  expect((await fake.customerWrites(said)).status).toBe(200);
  await asked;
  await doomed.kill();
  front.model.answerAs('main', { kind: 'answer', text: 'Yes, from ten to four.' });
  await startWorker();

  const thread = await eventually(
    async () => {
      const [talk] = (await account.get('/user/inbox?type=msgapp')).body.data;
      return (await account.get(`/user/msgapp/conversations/${talk.id}/messages`)).body.data;
    },
    (messages) => messages.length >= 2,
  );
  expect(thread.map(({ author }: { author: string }) => author)).toEqual(['customer', 'ai']);
  expect(thread[1].content).toBe('Yes, from ten to four.');
  expect(JSON.stringify(front.model.requests.at(-1)?.messages)).toContain('Are you open on Sunday?');
  const submitted = await eventually(
    () =>
      front.server.database.query<{ provider_message_id: string | null }>(
        'select provider_message_id from channel_messages',
      ),
    (rows) => rows.every(({ provider_message_id }) => provider_message_id !== null),
  );
  const sent = await fake.messages();
  expect([submitted.length, sent.length, audio.forms.length]).toEqual([1, 1, 1]);
  expect((await account.get('/user/me')).body.total_balance).toBe(99.99);
  expect(await unexplainedMoney(front.server.database)).toEqual([]);
});
