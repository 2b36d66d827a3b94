import { expect, test } from 'vitest';
import { manualClock } from '../../../../test/kit/clocks.ts';
import { cachedNames } from './name-cache.ts';

function looking() {
  const clock = manualClock();
  const asked: string[] = [];
  const server = { isDown: false, address: '192.0.2.1' };
  const names = cachedNames(
    {
      addresses: async (host) => {
        asked.push(host);
        if (server.isDown) throw new Error('Nobody answers.');
        return [server.address];
      },
      services: async () => [],
    },
    clock,
  );
  return { clock, asked, server, names };
}

test('a name is asked for once in half a minute, however many want it at once', async () => {
  const { names, asked, clock, server } = looking();
  await Promise.all([names.addresses('a.example'), names.addresses('A.example')]);
  server.address = '192.0.2.2';
  clock.advance(29_999);
  expect(await names.addresses('a.example')).toEqual(['192.0.2.1']);
  expect(asked).toHaveLength(1);
  clock.advance(1);
  expect(await names.addresses('a.example')).toEqual(['192.0.2.2']);
  expect(asked).toHaveLength(2);
});

test('while nobody answers the last answer does, for an hour', async () => {
  const { names, asked, clock, server } = looking();
  await names.addresses('a.example');
  server.isDown = true;
  clock.advance(30_000);
  expect(await names.addresses('a.example')).toEqual(['192.0.2.1']);
  expect(await names.addresses('a.example')).toEqual(['192.0.2.1']);
  expect(asked).toHaveLength(2);
  clock.advance(60 * 60_000);
  await expect(names.addresses('a.example')).rejects.toThrow('Nobody answers');
});

test('what nobody knew is asked again', async () => {
  const { names, server, asked } = looking();
  server.isDown = true;
  await expect(names.addresses('a.example')).rejects.toThrow('Nobody answers');
  server.isDown = false;
  expect(await names.addresses('a.example')).toEqual(['192.0.2.1']);
  expect(asked).toHaveLength(2);
});

test('it remembers a thousand names at most', async () => {
  const { names, asked } = looking();
  for (let name = 0; name < 1001; name += 1) await names.addresses(`${name}.example`);
  await names.addresses('0.example');
  await names.addresses('1000.example');
  expect(asked).toHaveLength(1002);
});
