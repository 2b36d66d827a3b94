import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { openSipPeer, peerSdp } from '../kit/sip/sip-peer.ts';
import { extension, memoryBindings, openSoftphone } from '../kit/sip/softphone.ts';
import { dial, directoryOf, startTestAgent, testTrunk } from '../kit/sip/test-agent.ts';

/** Loopback represents the private network of the server. */
const closed = {
  refusalOf: (address: string) => (address.startsWith('127.') || address === '::1' ? 'loopback' : null),
};
const REASON = 'The address is loopback; it must be listed in PARLEY_ALLOW_PRIVATE_CIDRS.';

test.each([
  ['its address', (port: number) => ({ address: `127.0.0.1:${port}` })],
  ['a host name that resolves to it', (port: number) => ({ address: `localhost:${port}` })],
  ['its proxy', (port: number) => ({ address: 'pbx.example', outboundProxy: `127.0.0.1:${port}` })],
])('a trunk does not reach the private network by %s', async (_name, changes) => {
  const peer = await openSipPeer();
  const agent = await startTestAgent(closed);
  const call = dial(agent, testTrunk(peer.port, changes(peer.port)));
  expect(await call.failure()).toMatchObject({ failure: 'unavailable', code: null, reason: REASON });
  expect(peer.received).toEqual([]);
});

test.each([';transport=tcp', ';transport=tls'])(
  'opens no connection to a private address with %s',
  async (transport) => {
    let connections = 0;
    const server = createServer(() => {
      connections += 1;
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const address = server.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const agent = await startTestAgent(closed);
    const call = dial(agent, testTrunk(port), { to: `sip:ana@127.0.0.1:${port}${transport}` });
    expect(await call.failure()).toMatchObject({ reason: REASON });
    expect(connections).toBe(0);
    server.close();
  },
);

test.each([
  ['Contact', (port: number) => ({ contact: `<sip:x@127.0.0.2:${port}>` })],
  ['Record-Route', (port: number) => ({ headers: [`Record-Route: <sip:127.0.0.2:${port};lr>`] })],
])('a private %s in an answer is not used', async (_name, naming) => {
  // The operator allows only the server.
  const server = await openSipPeer();
  const agent = await startTestAgent({
    refusalOf: (address) => (address === '127.0.0.1' ? null : 'loopback'),
  });
  const call = dial(agent, testTrunk(server.port));
  const invite = await server.takeRequest('INVITE');
  server.respond(invite, 200, { tag: 's', body: peerSdp(9), ...naming(9) });
  const leg = await call.leg();
  await server.takeRequest('ACK');
  leg.hangUp();
  await server.takeRequest('BYE');
});

test('a registered phone in a private network is called and hung up', async () => {
  const agent = await startTestAgent({
    ...closed,
    directory: directoryOf(extension()),
    registrar: { bindings: memoryBindings(), host: 'here', processId: 'process', others: null },
  });
  const phone = await openSoftphone();
  await phone.registerAuthenticated(agent.port);
  const call = dial(agent, extension(), { to: '1001' });
  const invite = await phone.takeRequest('INVITE');
  phone.respond(invite, 200, { tag: 'p', body: peerSdp(9) });
  const leg = await call.leg();
  await phone.takeRequest('ACK');
  leg.hangUp();
  await phone.takeRequest('BYE');
});
