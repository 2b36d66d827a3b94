import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { manualClock } from '../../../../test/kit/clocks.ts';
import { FollowerService } from './follower-service.ts';
import type { ConversationState } from './store.ts';

const active: ConversationState = { message_count: 1, ai_enabled: true, status: 'active' };

/** A service that reads its states from a map; the test changes the map, and missing conversations count as deleted. */
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

test('reads nothing without followers', async () => {
  const { service, questions } = startService();
  await service.look();
  expect(questions()).toBe(0);
});

test('gives a slow reader the latest state and skips intermediate ones', async () => {
  const { service, states } = startService();
  const { events } = follow(service, { uuid: 'a' });
  for (const count of [2, 3, 4]) {
    states.set('a', { ...active, message_count: count });
    await service.look();
  }
  expect(await first(events)).toEqual({ event: 'state', data: { ...active, message_count: 4 } });
});

test('disconnects a follower after ten minutes', async () => {
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

test('limits followers to 100 per network and 1,000 per process', () => {
  const { service } = startService();
  const places = Array.from({ length: 100 }, () => follow(service));
  expect(() => follow(service)).toThrow('Too many connections.');
  places[0]?.leave();
  follow(service);
  for (let index = 100; index < 1000; index += 1) follow(service, { network: String(index) });
  expect(() => follow(service, { network: 'another' })).toThrow('Too many visitors');
});

test('refuses followers after close', async () => {
  const { service } = startService();
  const { events } = follow(service);
  service.close();
  expect(await first(events)).toBe('ended');
  expect(() => follow(service)).toThrow('stopping');
});
