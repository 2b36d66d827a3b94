import { type CarrierFake, CLOUD_ACCOUNT } from '../carrier-fake/carrier-fake.ts';
import { startCarrierFake } from '../carrier-fake/start-carrier-fake.ts';
import { CARRIER_CASES, carrierEnvironment, carrierSender } from '../carrier-senders.ts';
import { sandboxSender } from '../messaging.ts';
import { type ModelInstallation, startModelInstallation } from '../model-installation.ts';
import type { Client } from '../test-server.ts';
import { startWebhookSink, type WebhookSink } from '../webhook-sink.ts';
import { FILES } from './carrier-payloads.ts';
import type { Channel, Scenario } from './customer-scenarios.ts';
import { type DayClock, startDayClock } from './day-clock.ts';
import { type EffectCounter, startEffectCounter } from './effect-counter.ts';
import { faultyModel } from './faulty-model.ts';

export interface DaySender {
  id: number;
  /** Empty for the sandbox. */
  url: string;
  templateId: number;
}

/** One installation with its carriers, model, tools and webhooks. */
export interface DayWorld {
  day: DayClock;
  fake: CarrierFake;
  installation: ModelInstallation;
  account: Client;
  senders: Readonly<Record<Channel, DaySender>>;
  /** Another account, to which some of the same people write. */
  other: { account: Client; senderId: number };
  effects: EffectCounter;
  sink: WebhookSink;
  stop(): Promise<void>;
}

const TEMPLATE = 'Dear {{1}}, we have news.';

const TEMPLATES = {
  cloud: {
    id: '9001',
    name: 'news',
    language: 'en',
    status: 'APPROVED',
    category: 'MARKETING',
    components: [{ type: 'BODY', text: TEMPLATE }],
  },
  twilio: {
    sid: 'HX0',
    language: 'en',
    types: { 'twilio/text': { body: TEMPLATE } },
    approval_requests: { name: 'news', category: 'MARKETING', status: 'approved' },
  },
};

export async function startDayWorld(scenarios: readonly Scenario[], seed: number): Promise<DayWorld> {
  const [day, fake, effects, sink] = await Promise.all([
    startDayClock(),
    startCarrierFake(),
    startEffectCounter(seed),
    startWebhookSink(),
  ]);
  for (const file of FILES) await fake.addMedia(file);
  const installation = await startModelInstallation({
    beside: day.database,
    overrides: { clock: day.clock },
    environment: {
      ...carrierEnvironment(fake),
      PARLEY_RATE_LIMIT: '1000000',
      PARLEY_INITIAL_BALANCE: '1000000',
    },
  });
  for (const model of ['main', 'spare']) installation.model.answerAs(model, faultyModel(seed, 0.05));
  const account = await installation.server.account();
  const assistant = await dayAssistant(installation, account, effects.origin);
  const cloud = await carrierSenderOf('cloud', { fake, account, assistant, scenarios });
  const twilio = await carrierSenderOf('twilio', { fake, account, assistant, scenarios });
  const sandbox = await sandboxSender(account, { assistant_id: assistant });
  const template = await account.post(`/sandbox/msgapp/senders/${sandbox.id}/templates`, {
    name: 'news',
    language: 'en',
    category: 'marketing',
    status: 'approved',
    body_text: TEMPLATE,
  });
  await subscribe(account, sink, '/main');
  const stranger = await installation.server.account();
  const second = await sandboxSender(stranger, {
    assistant_id: await dayAssistant(installation, stranger, effects.origin),
  });
  return {
    day,
    fake,
    installation,
    account,
    senders: { cloud, twilio, sandbox: { id: sandbox.id, url: '', templateId: template.body.data.id } },
    other: { account: stranger, senderId: second.id },
    effects,
    sink,
    stop: async () => {
      await installation.stop();
      await Promise.all([fake.close(), effects.close(), sink.close()]);
      await day.database.drop();
    },
  };
}

async function dayAssistant(
  installation: ModelInstallation,
  account: Client,
  origin: string,
): Promise<number> {
  const tool = await account.post('/user/tools', {
    name: 'book',
    description: 'Books a table.',
    endpoint: `${origin}/bookings`,
    method: 'POST',
    schema: [{ name: 'reference', type: 'string', description: 'Reference' }],
  });
  if (tool.status !== 201) throw new Error(tool.text);
  return (await installation.assistant(account, { tool_ids: [tool.body.data.id] })).id;
}

async function carrierSenderOf(
  provider: 'cloud' | 'twilio',
  {
    fake,
    account,
    assistant,
    scenarios,
  }: { fake: CarrierFake; account: Client; assistant: number; scenarios: readonly Scenario[] },
): Promise<DaySender> {
  const carrier = CARRIER_CASES.find((one) => one.provider === provider);
  if (carrier === undefined) throw new Error(`There is no carrier ${provider}.`);
  const templates = [TEMPLATES[provider]];
  const sender = await carrierSender(fake, account, {
    carrier,
    fields: { assistant_id: assistant },
    templates,
  });
  if (provider === 'cloud') {
    const pairs = scenarios.flatMap(({ phone, mapped }) =>
      phone === null || mapped === null ? [] : [[phone.slice(1), mapped.slice(1)]],
    );
    await fake.addAccount({
      ...CLOUD_ACCOUNT,
      templates,
      webhookUrl: sender.url,
      waIds: Object.fromEntries(pairs),
    });
  }
  const path = `/user/msgapp/senders/${sender.id}/templates`;
  await account.post(`${path}/sync`);
  const { body } = await account.get(path);
  return { ...sender, templateId: body.data[0].id };
}

async function subscribe(account: Client, sink: WebhookSink, path: string): Promise<void> {
  const events = ['message.received', 'message.sent', 'contact.opted_out'];
  const created = await account.post('/user/webhook-endpoints', { url: `${sink.origin}${path}`, events });
  if (created.status !== 201) throw new Error(created.text);
}
