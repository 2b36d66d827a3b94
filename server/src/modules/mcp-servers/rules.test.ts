import { describe, expect, test } from 'vitest';
import { isStale, joinedHeaders, MAX_OFFERED_TOOLS, offeredTools } from './rules.ts';

const server = (id: number, name: string, ...tools: string[]) => ({
  id,
  name,
  tools: tools.map((tool) => ({ name: tool })),
});
type Server = ReturnType<typeof server>;

function names(
  servers: Server[],
  options: { allowed?: { server_id: number; tool: string }[]; reserved?: string[] } = {},
): string[] {
  const about = { allowed: [], reserved: [], ...options };
  return offeredTools<{ name: string }, Server>(servers, about).map(({ name }) => name);
}

describe('names of tools', () => {
  test.each<[string, Server[], string[], string[]]>([
    ['are kept', [server(1, 'Shop', 'find_order', 'cancel')], [], ['find_order', 'cancel']],
    [
      'get characters that all vendors accept',
      [server(1, 'Shop', 'orders/find.v2', 'Größe', '2fa')],
      [],
      ['orders_find_v2', 'Gro_e', 'tool_2fa'],
    ],
    [
      'get the name of the server if two servers share them',
      [server(1, 'Shop', 'search'), server(2, 'My CRM', 'search', 'add')],
      [],
      ['Shop_search', 'My_CRM_search', 'add'],
    ],
    [
      'get the name of the server if another tool has them',
      [server(1, 'Shop', 'end_call')],
      ['end_call'],
      ['Shop_end_call'],
    ],
    [
      'get numbers if the servers share their name, too',
      [server(1, 'Shop', 'a'), server(2, 'Shop', 'a')],
      [],
      ['Shop_a', 'Shop_a_2'],
    ],
    [
      'stay distinct if only refused characters differ',
      [server(1, 'Shop', 'a-b', 'a b')],
      [],
      ['Shop_a_b', 'Shop_a_b_2'],
    ],
    ['are at most 64 characters long', [server(1, 'Shop', 'x'.repeat(128))], [], ['x'.repeat(64)]],
  ])('%s', (_what, servers, reserved, expected) => {
    expect(names(servers, { reserved })).toEqual(expected);
  });

  test('without any usable character are still names', () => {
    expect(names([server(1, '工具', '搜索')])).toEqual(['tool_']);
  });
});

test('a server with allowed tools offers only these', () => {
  const servers = [server(1, 'A', 'x', 'y'), server(2, 'B', 'z')];
  expect(names(servers, { allowed: [{ server_id: 1, tool: 'y' }] })).toEqual(['y', 'z']);
  expect(names(servers, { allowed: [{ server_id: 1, tool: 'gone' }] })).toEqual(['z']);
});

test('offers no more tools than vendors accept', () => {
  const many = Array.from({ length: 150 }, (_, index) => `t${index}`);
  expect(names([server(1, 'A', ...many)])).toHaveLength(MAX_OFFERED_TOOLS);
});

const now = new Date('2026-11-29T12:00:00Z');
const ago = (seconds: number): Date => new Date(now.getTime() - seconds * 1000);

test.each([
  [null, false, true],
  [ago(599), false, false],
  [ago(600), false, true],
  [ago(59), true, false],
  [ago(60), true, true],
])('a list tried at %s (failed: %s) is old: %s', (triedAt, hasFailed, expected) => {
  expect(isStale({ triedAt, hasFailed }, now)).toBe(expected);
});

test('joins repeated headers', () => {
  const headers = [
    { name: 'X-A', value: '1' },
    { name: 'x-a', value: '2' },
  ];
  expect(joinedHeaders(headers)).toEqual({ 'x-a': '1, 2' });
});
