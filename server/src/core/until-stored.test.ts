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

const parts = () => ({ clock: instantClock(), lifetime: new AbortController().signal, log: silentLog });

test('a store that fails is tried again, later each time', async () => {
  const given = parts();
  expect(await untilStored(given, failing(3).store)).toBe('stored');
  expect(given.clock.slept).toEqual([500, 1000, 1500]);
});

test('the last failure is told', async () => {
  const { store, tries } = failing(9);
  await expect(untilStored(parts(), store)).rejects.toThrow('try 5');
  expect(tries()).toBe(5);
});

test('a process that can wait no longer does not', async () => {
  const { store, tries } = failing(9);
  const lifetime = AbortSignal.abort(new Error('over'));
  await expect(untilStored({ ...parts(), lifetime }, store)).rejects.toThrow('over');
  expect(tries()).toBe(1);
});
