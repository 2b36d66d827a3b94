import { expect, test } from 'vitest';
import { coalesce } from './coalesce.ts';

/** Actions and pauses that end one by one, on each call of `goOn`. */
function scene() {
  const actions: string[][] = [];
  const ends: (() => void)[] = [];
  const wait = () => new Promise<void>((resolve) => void ends.push(resolve));
  const tell = coalesce(
    (names) => {
      actions.push([...names].sort());
      return wait();
    },
    () => wait(),
  );
  const goOn = async (): Promise<void> => {
    ends.shift()?.();
    for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
  };
  return { actions, tell, goOn };
}

test('acts on the first change immediately', () => {
  const { actions, tell } = scene();
  tell(['calls']);
  expect(actions).toEqual([['calls']]);
});

test('collects changes during an action and the pause after it', async () => {
  const { actions, tell, goOn } = scene();
  tell(['calls']);
  tell(['calls', 'leads']);
  await goOn();
  tell(['balance', 'leads']);
  expect(actions).toHaveLength(1);
  await goOn();
  expect(actions.slice(1)).toEqual([['balance', 'calls', 'leads']]);
});

test('acts again only after another change', async () => {
  const { actions, tell, goOn } = scene();
  tell(['calls']);
  await goOn();
  await goOn();
  expect(actions).toHaveLength(1);
  tell(['leads']);
  expect(actions).toHaveLength(2);
});

test('continues after a failed action', async () => {
  const actions: string[][] = [];
  const tell = coalesce(
    async (changed) => {
      actions.push([...changed]);
      throw new Error('offline');
    },
    async () => undefined,
  );
  tell(['calls']);
  tell(['leads']);
  await expect.poll(() => actions).toEqual([['calls'], ['leads']]);
});
