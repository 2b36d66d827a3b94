import { expect, test } from 'vitest';
import { manualClock } from '../../../../test/kit/clocks.ts';
import { createSecretBox } from '../../../core/secret-box.ts';
import type { StreamedEvent } from '../../../http/route.ts';
import { followCall } from './follow-call.ts';
import { LiveCalls } from './live-calls.ts';

const at = new Date('2026-01-01T00:00:00Z');
const RUNNING = {
  status: 'in-progress',
  processId: 'here',
  requestedAt: null,
  initiatedAt: at,
  ringingAt: at,
  answeredAt: at,
  endedAt: null,
  endReason: null,
  durationSeconds: 0,
};

/** Follows call 7. The database has this row for it, and no records. */
function followed(row: object) {
  const live = new LiveCalls();
  const over = new AbortController();
  const client = new AbortController();
  let joined = 0;
  const dependencies = {
    database: {
      query: async <Row>(text: string): Promise<Row[]> =>
        text.includes('call_transcript') ? [] : [row].map((one) => Object(one)),
    },
    clock: manualClock(),
    processId: 'here',
    secretBox: createSecretBox('a key of an installation, 32 or more characters'),
    live,
    changes: {
      join: async () => {
        joined += 1;
        return { over: over.signal, next: () => new Promise<string[] | null>(() => undefined) };
      },
      leave: () => {
        joined -= 1;
      },
    },
    processes: { of: async () => null, openAt: async () => null, postTo: async () => null },
  };
  const caller = { userId: 1, tokenId: 2, role: 'owner' as const, callId: 7, after: 0 };
  const events = followCall(dependencies, caller, client.signal);
  const next = async (): Promise<StreamedEvent | undefined> => (await events.next()).value ?? undefined;
  return { live, client, next, joined: () => joined };
}

test('a stream of a scheduled call begins with its status', async () => {
  const scheduled = { status: 'scheduled', processId: null, requestedAt: at };
  const { next } = followed({
    ...RUNNING,
    ...scheduled,
    initiatedAt: null,
    ringingAt: null,
    answeredAt: null,
  });
  expect(await next()).toMatchObject({ event: 'call.status', data: { data: { status: 'scheduled' } } });
});

test('a client that leaves before the first event holds no connection', async () => {
  const { client, next, joined } = followed(RUNNING);
  client.abort();
  expect(await next()).toBeUndefined();
  expect(joined()).toBe(0);
});

test('a client that reads too slowly gets all words, but not every partial transcript', async () => {
  const { live, next } = followed(RUNNING);
  const { feed } = live.begin({ id: 7 });
  for (const _ of ['initiated', 'ringing', 'in-progress']) await next();
  const first = next();
  await new Promise((resolve) => setImmediate(resolve));
  for (let count = 0; count < 1000; count += 1) feed.partial({ sender: 'human', text: 'Hel' }, at);
  for (const text of ['Hello.', 'Good morning.'])
    feed.add({ type: 'said', at, data: { sender: 'human', text } });
  feed.partial({ sender: 'bot', text: 'Good' }, at);
  const types = [(await first)?.event];
  while (types.filter((type) => type === 'transcript.final').length < 2) types.push((await next())?.event);
  expect(types.length).toBeGreaterThan(50);
  expect(types.length).toBeLessThan(110);
});
