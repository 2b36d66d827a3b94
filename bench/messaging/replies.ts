import { z } from 'zod';
import { startServer } from '../../server/src/compose.ts';
import { readConfig } from '../../server/src/config/config.ts';
import type { LanguageModel } from '../../server/src/providers/interfaces/language-model.ts';
import type { MessagingVendor } from '../../server/src/providers/interfaces/messaging-carrier.ts';
import { registerAtParley } from '../http/parley-client.ts';
import { assistantRequest } from '../http/seed.ts';

/** A model that answers instantly. */
const instantModel: LanguageModel = {
  id: 'instant/model',
  stream: async function* () {
    yield { type: 'text-delta', text: 'We are open from nine to six.' };
    yield { type: 'finish', reason: 'stop', usage: { inputTokens: 1, outputTokens: 1 } };
  },
};

interface Waiting {
  sentAt: number;
  resolve(elapsedMs: number): void;
}

/** The server in this process, with an instant carrier and model. */
export async function startReplies(about: { databaseUrl: string; folder: string }) {
  const waiting = new Map<string, Waiting>();
  const vendor = instantVendor((phone) => {
    const found = waiting.get(phone);
    found?.resolve(performance.now() - found.sentAt);
  });
  const { config, secrets } = readConfig({
    DATABASE_URL: about.databaseUrl,
    PORT: '0',
    PARLEY_HOST: '127.0.0.1',
    PARLEY_DATA: about.folder,
    PARLEY_REGISTRATION: 'on',
    PARLEY_RATE_LIMIT: '10000000',
    PARLEY_INITIAL_BALANCE: '1000000',
  });
  const log = { debug: () => {}, info: () => {}, warn: console.warn, error: console.error };
  const overrides = { languageModels: [instantModel], messagingVendors: [vendor] };
  const server = await startServer(config, secrets, { log, overrides });
  const callbackUrl = await connect(server.address);
  let count = 0;
  return {
    /** Milliseconds from the carrier's webhook with a customer's message to the submission of the reply. */
    ask: async (phone: string): Promise<number> => {
      count += 1;
      const { promise, resolve } = Promise.withResolvers<number>();
      waiting.set(phone, { sentAt: performance.now(), resolve });
      const body = JSON.stringify({ id: `in-${count}`, from: phone, text: 'When are you open?' });
      const answer = await fetch(callbackUrl, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      });
      if (!answer.ok) throw new Error(`The server answered ${answer.status}: ${await answer.text()}`);
      return promise;
    },
    [Symbol.asyncDispose]: () => server.stop(),
  };
}

const written = z.object({ id: z.string(), from: z.string(), text: z.string() });

function instantVendor(onSend: (phone: string) => void): MessagingVendor {
  let count = 0;
  return {
    name: 'instant',
    channels: ['msgapp'],
    maxTextCharacters: 4096,
    credentials: z.object({}),
    explain: () => null,
    connect: () => ({
      check: async () => ({
        kind: 'accepted',
        health: { quality: null, messagingLimit: null, name: null, problem: null },
      }),
      listTemplates: async () => [],
      readMedia: async () => ({ bytes: Buffer.alloc(0), contentType: '' }),
      send: async ({ to }) => {
        count += 1;
        onSend(to);
        return { kind: 'accepted', providerMessageId: `out-${count}`, state: 'sent' };
      },
      readRequest: ({ body }) => {
        const { id, from, text } = written.parse(JSON.parse(body.toString()));
        const words = { providerMessageId: id, from, text, to: '', customerName: null };
        const report = { kind: 'message' as const, channel: 'msgapp' as const, media: [], sentAt: null };
        const typed = {
          channelUserId: null,
          isTyped: true,
          isQuestion: true,
          about: null,
          carrierWord: null,
        };
        return {
          kind: 'reports',
          reports: [{ ...report, ...typed, ...words }],
          contentType: 'text/plain',
          text: '',
        };
      },
    }),
  };
}

const models = z.array(z.object({ id: z.number(), name: z.string() }));
const assistant = z.object({ data: z.object({ id: z.number() }) });
const sender = z.object({ data: z.object({ webhook_url: z.string() }) });

/** A sender whose assistant uses the instant model. Returns its webhook URL. */
async function connect(address: string): Promise<string> {
  const parley = await registerAtParley(address, { name: 'Shop', email: 'shop@example.com' });
  const read = async (bytes: Promise<Buffer>): Promise<unknown> => JSON.parse((await bytes).toString());
  const list = models.parse(await read(parley.get('/user/assistants/models?type=llm')));
  const request = {
    ...(await assistantRequest(parley)),
    llm_model_id: list.find(({ name }) => name.includes('instant'))?.id,
    is_webhook_active: false,
    webhook_url: null,
    knowledgebase_id: null,
  };
  const { id } = assistant.parse(await read(parley.post('/user/assistant', request))).data;
  const body = { provider: 'instant', phone_number: '+12025550100', assistant_id: id };
  return sender.parse(await read(parley.post('/user/msgapp/senders', body))).data.webhook_url;
}
