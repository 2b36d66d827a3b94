import { createServer, type Server } from 'node:http';
import { text as readText } from 'node:stream/consumers';
import { afterEach, expect, test } from 'vitest';
import { z } from 'zod';
import { createPostJson } from '../kit/post-json.ts';
import { OpenAiCompatibleEmbedder } from './embedder.ts';

const never = new AbortController().signal;
const requestSchema = z.strictObject({
  model: z.literal('tiny'),
  input: z.array(z.string().min(1)),
  encoding_format: z.literal('float'),
  dimensions: z.number().optional(),
});
type Request = z.infer<typeof requestSchema> & {
  path: string | undefined;
  authorization: string | undefined;
};
type Answer = { status: number; body: string } | 'hang' | 'reset';

const open: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close();
});

function listen(server: Server): Promise<number> {
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : 0);
    });
  });
}

/** A loopback endpoint that records requests and answers as scripted. */
async function endpoint(answer: (request: Request) => Answer) {
  const requests: Request[] = [];
  const server = createServer(async (incoming, reply) => {
    const { authorization } = incoming.headers;
    const body = requestSchema.parse(JSON.parse(await readText(incoming)));
    const request = { ...body, path: incoming.url, authorization };
    requests.push(request);
    const answered = answer(request);
    if (answered === 'reset') incoming.socket.destroy();
    else if (answered !== 'hang') reply.writeHead(answered.status).end(answered.body);
  });
  const port = await listen(server);
  const { post, close } = createPostJson();
  open.push(
    () => new Promise((resolve) => server.close(resolve)),
    async () => server.closeAllConnections(),
    close,
  );
  const embedder = (options: Partial<ConstructorParameters<typeof OpenAiCompatibleEmbedder>[0]> = {}) =>
    new OpenAiCompatibleEmbedder({
      baseUrl: `http://127.0.0.1:${port}/v1/`,
      modelName: 'tiny',
      dimensions: 2,
      post,
      ...options,
    });
  return { requests, embedder };
}

/** Each text becomes [length, 0.5], in reverse order like some servers. */
function lengths({ input }: Request): Answer {
  const data = input.map((text, index) => ({ object: 'embedding', index, embedding: [text.length, 0.5] }));
  return { status: 200, body: JSON.stringify({ object: 'list', data: data.reverse(), usage: {} }) };
}

test('sends batches with the key, and orders and normalizes the vectors', async () => {
  const { requests, embedder } = await endpoint(lengths);
  const vectors = await embedder({ apiKey: 'secret', batchSize: 2 }).embed(['a', 'bb', 'ccc'], never);
  expect(requests.map(({ input }) => input)).toEqual([['a', 'bb'], ['ccc']]);
  expect(requests[0]).toMatchObject({ path: '/v1/embeddings', authorization: 'Bearer secret' });
  for (const [index, vector] of vectors.entries()) {
    expect(Math.hypot(...vector)).toBeCloseTo(1, 5);
    expect((vector[0] ?? 0) / (vector[1] ?? 0)).toBeCloseTo((index + 1) / 0.5, 4);
  }
});

test('reports model and dimensions, sends dimensions only if configured, and never an empty text', async () => {
  const { requests, embedder } = await endpoint(lengths);
  expect(embedder()).toMatchObject({ model: 'openai-compatible/tiny-2', dimensions: 2 });
  await embedder().embed([' '], never);
  await embedder({ requestDimensions: true }).embed(['a'], never);
  expect(requests.map(({ dimensions }) => dimensions)).toEqual([undefined, 2]);
  expect(requests[0]).toMatchObject({ input: ['.'], authorization: undefined });
});

const list = (...embeddings: number[][]) =>
  JSON.stringify({ data: embeddings.map((embedding, index) => ({ index, embedding })) });

test.each<[string, Answer, string]>([
  ['a rate limit', { status: 429, body: 'slow down' }, 'rate-limited'],
  ['a server error', { status: 503, body: '' }, 'unavailable'],
  ['a request timeout', { status: 408, body: '' }, 'timeout'],
  ['a wrong key', { status: 401, body: '{"error":"no"}' }, 'rejected'],
  ['HTML instead of JSON', { status: 200, body: '<html>' }, 'malformed'],
  ['a vector of other dimensions', { status: 200, body: list([1, 2, 3]) }, 'malformed'],
  ['too few vectors', { status: 200, body: list() }, 'malformed'],
  ['too many vectors', { status: 200, body: list([1, 0], [0, 1]) }, 'malformed'],
  ['a zero vector', { status: 200, body: list([0, 0]) }, 'malformed'],
  ['a closed connection', 'reset', 'unavailable'],
])('%s results in a provider error', async (_name, answer, code) => {
  const { embedder } = await endpoint(() => answer);
  await expect(embedder().embed(['text'], never)).rejects.toMatchObject({
    name: 'ProviderError',
    code,
    retryable: !['rejected', 'malformed'].includes(code),
  });
});

test('ends a silent request by timeout or abort', async () => {
  const { embedder } = await endpoint(() => 'hang');
  await expect(embedder({ timeoutMs: 20 }).embed(['text'], never)).rejects.toMatchObject({ code: 'timeout' });
  const controller = new AbortController();
  const asked = embedder().embed(['text'], controller.signal);
  controller.abort();
  await expect(asked).rejects.toMatchObject({ code: 'aborted', retryable: false });
});
