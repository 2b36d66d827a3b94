import { expect, test } from 'vitest';
import { manualClock } from '../../test/kit/clocks.ts';
import { silentLog } from '../../test/kit/silent-log.ts';
import { createBatcher } from '../core/batcher.ts';
import { actingAs, currentActor } from '../db/acting-as.ts';
import { createLastUsedRecorder } from '../modules/accounts/tokens/last-used.ts';
import { ActiveCalls } from '../modules/calls/active/active-calls.ts';
import { Alarm } from './alarm.ts';
import { startLoop } from './loop.ts';

const ADDRESS = '192.0.2.1';

/** Starts `work` within a request, and returns the actor whom the first call of `note` sees. */
async function actorOf(work: (note: () => void) => void): Promise<string | null> {
  const { promise, resolve } = Promise.withResolvers<string | null>();
  actingAs({ actor: { kind: 'visitor' }, address: ADDRESS }, () => work(() => resolve(currentActor())));
  return promise;
}

test('the actor of a request applies to its own work', async () => {
  expect(await actorOf((note) => setImmediate(note))).toContain(ADDRESS);
});

test.each<[string, (note: () => void) => void]>([
  [
    'a loop',
    (note) => {
      const work = async (): Promise<void> => note();
      const loop = startLoop({ name: 'test', intervalMs: 1000, clock: manualClock(), log: silentLog, work });
      void loop.stop();
    },
  ],
  [
    'an alarm',
    (note) => {
      const clock = manualClock();
      new Alarm({ clock, onDue: note }).set(1, clock.now().getTime() + 1000);
      clock.advance(1000);
    },
  ],
  [
    'a batch of several requests',
    (note) =>
      void createBatcher(async (keys: readonly number[]) => {
        note();
        return keys;
      })(1),
  ],
  [
    'a call',
    (note) => {
      const calls = new ActiveCalls(1);
      calls.reserve(1);
      calls.run(1, async () => note());
    },
  ],
  [
    'the last use of tokens',
    (note) => {
      const database = {
        query: async () => {
          note();
          return [];
        },
        script: async () => undefined,
        afterCommit: () => undefined,
        afterRollback: () => undefined,
      };
      createLastUsedRecorder(database, manualClock(), () => undefined).note(1);
    },
  ],
])('%s that a request starts is work of the system', async (_what, work) => {
  expect(await actorOf(work)).toBeNull();
});
