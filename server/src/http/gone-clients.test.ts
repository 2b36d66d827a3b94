import { connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { portOf } from '../../test/kit/loopback-server.ts';
import { closeServer } from './connections.ts';
import { defineRoute } from './route.ts';
import { createHttpServer } from './server.ts';

const allowance = { isAllowed: true, limit: 9, remaining: 9, resetAt: new Date(0), retryAfterSeconds: 1 };

test('does not log an error when a client disconnects during authentication', async () => {
  const { promise: outcome, resolve } = Promise.withResolvers<unknown>();
  const counted: string[] = [];
  const { promise: gone, resolve: noteGone } = Promise.withResolvers<unknown>();
  const route = defineRoute({
    tag: 'Plain',
    summary: 'Say',
    method: 'GET',
    operationId: 'plain.say',
    path: '/plain',
    access: 'account',
    errors: 'message',
    success: { status: 200, schema: z.object({}) },
    handle: async (_context, { facts }) => {
      resolve(facts.remoteNetwork);
      return {};
    },
  });
  const app = await createHttpServer({
    routes: [route],
    publicUrl: null,
    trustedProxies: 0,
    requestsPerMinute: 9,
    authenticate: async () => {
      client.resetAndDestroy();
      await gone;
      return { userId: 1, tokenId: 1, role: 'owner', person: null };
    },
    rateLimiter: {
      takeFromBudget: async (key) => {
        counted.push(key);
        return allowance;
      },
      takeFromWindow: async () => allowance,
    },
    idempotency: { once: (_request, work) => work().then((answer) => ({ ...answer, isReplay: false })) },
    reportFailure: resolve,
  });
  onTestFinished(() => closeServer(app, AbortSignal.abort()));
  app.server.on('connection', (socket) => socket.once('close', noteGone));
  await app.listen({ host: '127.0.0.1', port: 0 });

  const client = connect(portOf(app.server.address()), '127.0.0.1');
  client.write('GET /api/plain HTTP/1.1\r\nhost: x\r\nauthorization: Bearer good\r\n\r\n');
  expect(await outcome).toBe('gone');
  expect(counted).toEqual(['token:1']);
});
