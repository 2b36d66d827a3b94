import { afterEach, expect, test } from 'vitest';
import { openPortPair, type PortPair } from './port-pair.ts';

const open: PortPair[] = [];
afterEach(async () => {
  for (const { rtp, rtcp } of open.splice(0)) {
    await new Promise<void>((resolve) => rtp.close(resolve));
    await new Promise<void>((resolve) => rtcp.close(resolve));
  }
});

async function pair(range: { first: number; last: number }, address = '127.0.0.1'): Promise<PortPair> {
  const opened = await openPortPair(address, range);
  open.push(opened);
  return opened;
}

test('opens an even port and the next one, for IPv4 and IPv6', async () => {
  for (const address of ['127.0.0.1', '::1']) {
    const { port, rtp, rtcp } = await pair({ first: 0, last: 0 }, address);
    expect(port % 2).toBe(0);
    expect(rtp.address().port).toBe(port);
    expect(rtcp.address().port).toBe(port + 1);
  }
});

test('opens only ports of the range, and fails when all are taken', async () => {
  const { port } = await pair({ first: 0, last: 0 });
  await expect(pair({ first: port, last: port + 1 })).rejects.toThrow('No free pair of RTP ports');
  await expect(pair({ first: port, last: port })).rejects.toThrow('No free pair');
  for (const { rtp, rtcp } of open.splice(0)) {
    rtp.close();
    rtcp.close();
  }
  expect((await pair({ first: port - 1, last: port + 1 })).port).toBe(port);
});

test('rejects a non-local address', async () => {
  await expect(pair({ first: 0, last: 0 }, '192.0.2.1')).rejects.toThrow();
});
