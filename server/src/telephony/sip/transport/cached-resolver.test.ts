import { expect, test } from 'vitest';
import { manualClock } from '../../../../test/kit/clocks.ts';
import { cachedResolver } from './routes.ts';

function looking() {
  const clock = manualClock();
  const asked: string[] = [];
  const server = { isDown: false, address: '192.0.2.1' };
  const resolver = cachedResolver(
    {
      addresses: async (host) => {
        asked.push(host);
        if (server.isDown) throw new Error('No response.');
        return [server.address];
      },
      services: async () => [],
    },
    clock,
  );
  return { clock, asked, server, resolver };
}

test('a name is looked up once in 30 seconds, even for concurrent requests', async () => {
  const { resolver, asked, clock, server } = looking();
  await Promise.all([resolver.addresses('a.example'), resolver.addresses('A.example')]);
  server.address = '192.0.2.2';
  clock.advance(29_999);
  expect(await resolver.addresses('a.example')).toEqual(['192.0.2.1']);
  expect(asked).toHaveLength(1);
  clock.advance(1);
  expect(await resolver.addresses('a.example')).toEqual(['192.0.2.2']);
  expect(asked).toHaveLength(2);
});

test('a stale answer is used for an hour while lookups fail', async () => {
  const { resolver, asked, clock, server } = looking();
  await resolver.addresses('a.example');
  server.isDown = true;
  clock.advance(30_000);
  expect(await resolver.addresses('a.example')).toEqual(['192.0.2.1']);
  expect(await resolver.addresses('a.example')).toEqual(['192.0.2.1']);
  expect(asked).toHaveLength(2);
  clock.advance(60 * 60_000);
  await expect(resolver.addresses('a.example')).rejects.toThrow('No response');
});

test('a failed lookup is not cached', async () => {
  const { resolver, server, asked } = looking();
  server.isDown = true;
  await expect(resolver.addresses('a.example')).rejects.toThrow('No response');
  server.isDown = false;
  expect(await resolver.addresses('a.example')).toEqual(['192.0.2.1']);
  expect(asked).toHaveLength(2);
});

test('at most 1,000 names are cached', async () => {
  const { resolver, asked } = looking();
  for (let name = 0; name < 1001; name += 1) await resolver.addresses(`${name}.example`);
  await resolver.addresses('0.example');
  await resolver.addresses('1000.example');
  expect(asked).toHaveLength(1002);
});
