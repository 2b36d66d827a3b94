import { expect, test } from 'vitest';
import { instantClock } from '../../test/kit/clocks.ts';
import { silentLog } from '../../test/kit/silent-log.ts';
import { untilStored } from './until-stored.ts';

function failing(times: number): { store: () => Promise<string>; tries: () => number } {
  let tries = 0;
  const store = async (): Promise<string> => {
    tries += 1;
    if (tries <= times) throw new Error(`try ${tries}`);
    return 'stored';
  };
  return { store, tries: () => tries };
}

const deps = () => ({ clock: instantClock(), lifetime: new AbortController().signal, log: silentLog });

const what = 'A word';

test('a store that fails is tried again, later each time, for as long as it takes', async () => {
  const given = deps();
  expect(await untilStored(given, { what }, failing(3).store)).toBe('stored');
  expect(given.clock.slept).toEqual([500, 1000, 2000]);
  const { store, tries } = failing(200);
  expect(await untilStored(given, { what }, store)).toBe('stored');
  expect(tries()).toBe(201);
  expect(Math.max(...given.clock.slept)).toBe(5000);
});

test('it is told once', async () => {
  const told: string[] = [];
  const log = { ...silentLog, warn: (_about: unknown, text: string) => void told.push(text) };
  await untilStored({ ...deps(), log }, { what }, failing(3).store);
  expect(told).toEqual(['A word could not be stored yet; trying again.']);
});

test('where the tries are counted, the last failure is thrown', async () => {
  const { store, tries } = failing(9);
  await expect(untilStored(deps(), { what, tries: 5 }, store)).rejects.toThrow('try 5');
  expect(tries()).toBe(5);
});

test('a process that can wait no longer does not', async () => {
  const { store, tries } = failing(9);
  const lifetime = AbortSignal.abort(new Error('over'));
  await expect(untilStored({ ...deps(), lifetime }, { what }, store)).rejects.toThrow('over');
  expect(tries()).toBe(1);
});
