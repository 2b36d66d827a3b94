import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { manualClock } from '../test/kit/clocks.ts';
import { registerPages } from './pages.ts';

test('the health of a database that hangs is told after three seconds, and its connection given up', async () => {
  const clock = manualClock();
  const app = Fastify();
  const asked = Promise.withResolvers<void>();
  const ping = (signal: AbortSignal): Promise<void> =>
    new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason));
      asked.resolve();
    });
  registerPages(app, {
    database: { ping },
    clock,
    stopping: new AbortController().signal,
    document: () => '{}',
    version: '1',
  });
  const answer = app.inject('/api/health');
  await Promise.all([answer.then(() => undefined), asked.promise.then(() => clock.advance(3000))]);
  expect((await answer).statusCode).toBe(503);
  expect((await answer).json()).toEqual({
    status: 'unavailable',
    message: 'The database does not answer.',
  });
  expect(clock.sleeping()).toBe(0);
  await app.close();
});

test('the health of one that answers keeps nothing waiting', async () => {
  const clock = manualClock();
  const app = Fastify();
  registerPages(app, {
    database: { ping: async () => undefined },
    clock,
    stopping: new AbortController().signal,
    document: () => '{}',
    version: '1',
  });
  expect((await app.inject('/api/health')).json()).toEqual({ status: 'ok', version: '1' });
  expect(clock.sleeping()).toBe(0);
  await app.close();
});
