import type { IncomingMessage, ServerResponse } from 'node:http';
import { z } from 'zod';
import type {
  CarrierTemplate,
  MessagingCarrier,
  MessagingVendor,
  SenderCheck,
  Submission,
} from '../../src/providers/interfaces/messaging-carrier.ts';
import { ProviderError } from '../../src/providers/interfaces/provider-error.ts';
import { startLoopbackServer } from './loopback-server.ts';

/** The carrier's response to a submitted message. */
export type CarrierBehavior =
  /** Accepts the message. */
  | { kind: 'take' }
  /** Accepts the message, and responds when `answer` resolves. */
  | { kind: 'take-and-wait'; answer: Promise<void> }
  /** Accepts the message, then drops the connection before the response. */
  | { kind: 'take-and-break' }
  | { kind: 'refuse'; code: string }
  /** Responds with 503 when `answer` resolves. */
  | { kind: 'unavailable'; answer?: Promise<void> };

export interface TakenMessage {
  reference: string;
  providerMessageId: string;
  to: string;
  text: string;
}

/** A carrier that keeps its own ledger in this process, independent of our database. */
export interface FakeCarrier {
  url: string;
  /** Every accepted message, with an entry for each submission. */
  taken: TakenMessage[];
  behave: (message: { to: string; text: string }) => CarrierBehavior;
  templates: CarrierTemplate[] | null;
  /** Called on each template request. The response, which is fixed at that moment, is sent when this resolves. */
  beforeTemplates: () => Promise<void>;
  media: Map<string, { contentType: string; bytes: Buffer }>;
  /** References of requested media. */
  requestedMedia: string[];
  /** Called on each media request. The response is sent when this resolves. */
  beforeMedia: () => Promise<void>;
  close(): Promise<void>;
}

const carrierTemplates = z.array(
  z.object({
    reference: z.string(),
    name: z.string(),
    language: z.string(),
    category: z.string(),
    status: z.enum(['approved', 'pending', 'rejected', 'paused', 'disabled']),
    bodyText: z.string(),
    variables: z.array(z.string()),
  }),
);

const handedOver = z.object({ reference: z.string(), to: z.string(), text: z.string() });

export async function startFakeCarrier(): Promise<FakeCarrier> {
  const carrier: Omit<FakeCarrier, 'url' | 'close'> = {
    taken: [],
    behave: () => ({ kind: 'take' }),
    templates: [],
    beforeTemplates: async () => undefined,
    media: new Map(),
    requestedMedia: [],
    beforeMedia: async () => undefined,
  };
  const server = await startLoopbackServer((request, response) => {
    serve(fake, request, response).catch(() => response.destroy());
  });
  const fake: FakeCarrier = Object.assign(carrier, { url: server.origin, close: server.close });
  return fake;
}

async function serve(fake: FakeCarrier, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const [, kind, name = ''] = (request.url ?? '').split('/');
  if (kind === 'templates') {
    const { templates } = fake;
    await fake.beforeTemplates();
    return sendJson(response, templates === null ? 503 : 200, templates ?? {});
  }
  if (kind === 'media') {
    const reference = decodeURIComponent(name);
    fake.requestedMedia.push(reference);
    await fake.beforeMedia();
    const media = fake.media.get(reference);
    if (media === undefined) return sendJson(response, 404, {});
    response.writeHead(200, { 'content-type': media.contentType });
    response.end(media.bytes);
    return;
  }
  let text = '';
  for await (const piece of request) text += String(piece);
  const message = handedOver.parse(JSON.parse(text));
  const behavior = fake.behave(message);
  if (behavior.kind === 'refuse') return sendJson(response, 422, { code: behavior.code });
  if (behavior.kind === 'unavailable') {
    await behavior.answer;
    return sendJson(response, 503, {});
  }
  const providerMessageId = `fake-${fake.taken.length + 1}`;
  fake.taken.push({ ...message, providerMessageId });
  if (behavior.kind === 'take-and-wait') await behavior.answer;
  if (behavior.kind === 'take-and-break') response.destroy();
  else sendJson(response, 200, { providerMessageId });
}

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}

/** Connects to the fake over HTTP, so that it works from any process. */
export function fakeCarrierVendor(url: string): MessagingVendor {
  const carrier: Omit<MessagingCarrier, 'check'> = {
    send: (message) => send(url, { ...message, text: message.content.text }),
    listTemplates: async () => {
      const answer = await fetch(`${url}/templates`);
      if (!answer.ok) throw new ProviderError('unavailable', 'The fake keeps its templates to itself.');
      return carrierTemplates.parse(await answer.json());
    },
    readMedia: async ({ reference }) => {
      const answer = await fetch(`${url}/media/${encodeURIComponent(reference)}`);
      if (!answer.ok) throw new ProviderError('rejected', 'The fake has no such media.');
      const contentType = answer.headers.get('content-type') ?? '';
      return { bytes: Buffer.from(await answer.arrayBuffer()), contentType };
    },
    readRequest: () => ({ kind: 'refused', reason: 'The fake sends no webhooks.' }),
  };
  const health = { quality: null, messagingLimit: null, name: null, problem: null };
  return {
    name: 'fake',
    channels: ['msgapp'],
    maxTextCharacters: 4096,
    credentials: z.object({ key: z.string().max(100) }),
    connect: (credentials) => {
      const { key } = z.object({ key: z.string() }).parse(credentials);
      const check = async (): Promise<SenderCheck> =>
        key === 'wrong' ? { kind: 'rejected', problem: 'The key is wrong.' } : { kind: 'accepted', health };
      return { ...carrier, check };
    },
    explain: (code) => (code === '131047' ? 'More than 24 hours have passed.' : null),
  };
}

async function send(
  url: string,
  { reference, to, text }: { reference: string; to: string; text: string },
): Promise<Submission> {
  let answer: Response;
  try {
    const body = JSON.stringify({ reference, to, text });
    answer = await fetch(`${url}/messages`, { method: 'POST', body });
  } catch {
    return { kind: 'unknown', reason: 'The connection broke.' };
  }
  const said = z
    .object({ code: z.string().optional(), providerMessageId: z.string().optional() })
    .parse(await answer.json());
  if (answer.status === 422) return { kind: 'refused', code: said.code ?? '', reason: 'No.' };
  if (said.providerMessageId === undefined) {
    return { kind: 'unavailable', reason: 'It is busy.', retryAfterSeconds: 3 };
  }
  return { kind: 'accepted', providerMessageId: said.providerMessageId, state: 'queued' };
}
