import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { manualClock } from '../../../../test/kit/clocks.ts';
import { FollowerService } from './follower-service.ts';
import type { ConversationState } from './store.ts';

const active: ConversationState = { message_count: 1, ai_enabled: true, status: 'active' };

/** A desk over conversations that the test changes; one that is not there is gone. */
function startService() {
  const clock = manualClock();
  const states = new Map<string, ConversationState>();
  let questions = 0;
  const service = new FollowerService({
    clock,
    read: async (uuids) => {
      questions += 1;
      return uuids.flatMap((uuid) => {
        const state = states.get(uuid);
        return state === undefined ? [] : [{ uuid, state }];
      });
    },
  });
  return { service, clock, states, questions: () => questions };
}

const follow = (service: FollowerService, { uuid = String(randomUUID()), network = 'one' } = {}) =>
  service.follow({ uuid, network, state: active });

async function first(events: AsyncIterable<unknown>): Promise<unknown> {
  for await (const event of events) return event;
  return 'ended';
}

test('nobody is asked while nobody follows', async () => {
  const { service, questions } = startService();
  await service.look();
  expect(questions()).toBe(0);
});

test('whoever reads slowly misses what was in between, never the latest', async () => {
  const { service, states } = startService();
  const { events } = follow(service, { uuid: 'a' });
  for (const count of [2, 3, 4]) {
    states.set('a', { ...active, message_count: count });
    await service.look();
  }
  expect(await first(events)).toEqual({ event: 'state', data: { ...active, message_count: 4 } });
});

test('a place is held for ten minutes, then given to whoever comes', async () => {
  const { service, clock, states } = startService();
  states.set('a', active);
  const { events } = follow(service, { uuid: 'a' });
  clock.advance(10 * 60_000 - 1);
  await service.look();
  expect(await first(events)).toEqual({ event: 'state', data: active });
  const { events: others } = follow(service, { uuid: 'a' });
  clock.advance(10 * 60_000);
  await service.look();
  expect(await first(others)).toBe('ended');
});

test('a network has a hundred places, a process a thousand', () => {
  const { service } = startService();
  const places = Array.from({ length: 100 }, () => follow(service));
  expect(() => follow(service)).toThrow('Too many connections.');
  places[0]?.leave();
  follow(service);
  for (let index = 100; index < 1000; index += 1) follow(service, { network: String(index) });
  expect(() => follow(service, { network: 'another' })).toThrow('Too many visitors');
});

test('nobody is let in after the end', async () => {
  const { service } = startService();
  const { events } = follow(service);
  service.close();
  expect(await first(events)).toBe('ended');
  expect(() => follow(service)).toThrow('stopping');
});
