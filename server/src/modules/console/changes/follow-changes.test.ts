import { afterEach, expect, test } from 'vitest';
import { manualClock } from '../../../../test/kit/clocks.ts';
import { ChangeListener } from './change-listener.ts';
import { followChanges } from './follow-changes.ts';

const caller = { userId: 7, tokenId: 3, role: 'owner' } as const;
const leaving = new AbortController();

afterEach(() => leaving.abort());

test('combines changes within half a second into one event', async () => {
  const clock = manualClock();
  const listener = new ChangeListener(caller);
  const hub = { join: async () => listener, leave: () => listener.end() };
  const stream = followChanges({ hub, clock }, caller, leaving.signal);
  const changes = (...topics: string[]) => ({ value: { event: 'changes', data: { topics } }, done: false });
  expect((await stream.next()).value).toEqual({ event: 'ready', data: {} });
  listener.tell('knowledge');
  expect(await stream.next()).toEqual(changes('knowledge'));

  const next = stream.next();
  expect(clock.sleeping()).toBe(1);
  for (let index = 0; index < 60; index += 1) listener.tell('knowledge');
  listener.tell('assistants');
  clock.advance(499);
  expect(clock.sleeping()).toBe(1);
  clock.advance(1);
  expect(await next).toEqual(changes('knowledge', 'assistants'));
  await stream.return(undefined);
  expect(clock.sleeping()).toBe(0);
});
