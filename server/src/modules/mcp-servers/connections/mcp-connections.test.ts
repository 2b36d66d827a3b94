import { afterEach, beforeEach, expect, test } from 'vitest';
import { eventually } from '../../../../test/kit/eventually.ts';
import { type FakeMcpServer, startMcpServer, text } from '../../../../test/kit/mcp-server.ts';
import { systemClock } from '../../../core/clock.ts';
import { parseAddressRanges } from '../../../http/outbound/address-rules.ts';
import { createOutboundClient } from '../../../http/outbound/outbound-client.ts';
import type { OutboundClient } from '../../../http/outbound/outbound-request.ts';
import { McpConnections } from './mcp-connections.ts';

let mcp: FakeMcpServer;
let outbound: OutboundClient;
let connections: McpConnections;

beforeEach(async () => {
  mcp = await startMcpServer();
  outbound = createOutboundClient({
    allowPrivate: parseAddressRanges('127.0.0.0/8').ranges,
    clock: systemClock,
  });
  connections = new McpConnections({ outbound, clock: systemClock, userAgent: 'Parley/1' });
});
afterEach(async () => {
  await connections.close();
  await mcp.close();
  await outbound.close();
});

const call = () =>
  connections.callTool(
    { id: 1, revision: '1', url: mcp.url, headers: {} },
    {
      subject: 'one',
      tool: { name: 'book', inputSchema: { type: 'object' } },
      arguments: {},
      meta: {},
      timeoutMs: 60_000,
    },
    new AbortController().signal,
  );

test('parallel calls that lost their session share a new one', async () => {
  mcp.answer(text('done'));
  await call();
  mcp.forgetSessions();
  await Promise.all([call(), call(), call()]);
  expect(mcp.sessions()).toBe(1);
  await connections.close();
  expect(mcp.sessions()).toBe(0);
});

test('stops without waiting for a server that does not answer', async () => {
  mcp.broken = 'hang';
  const refused = expect(call()).rejects.toThrow('The server is stopping.');
  await eventually(
    async () => mcp.received.length,
    (count) => count > 0,
  );
  await connections.close();
  await refused;
});
