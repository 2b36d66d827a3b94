import { readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import type { SipAgentOptions } from '../../src/telephony/sip/sip-agent.ts';
import { eventually } from '../kit/eventually.ts';
import {
  dial,
  directoryOf,
  type Heard,
  listenTo,
  speak,
  startTestAgent,
  testTrunk,
} from '../kit/sip/test-agent.ts';

const read = (name: string): Promise<string> =>
  readFile(fileURLToPath(new URL(`./fixtures/${name}`, import.meta.url)), 'utf8');

const frame = new Int16Array(160).fill(1000);
const speech = Array.from({ length: 20 }, () => frame);

/** An agent that answers calls to the trunk bob, and the audio it receives. */
async function answering(options: Partial<SipAgentOptions> = {}) {
  const heard: Heard[] = [];
  const agent = await startTestAgent({
    directory: directoryOf(testTrunk(5060)),
    onInvite: async (call) => {
      heard.push(listenTo(await call.answer()));
    },
    ...options,
  });
  return { agent, heard };
}

test.each(['tcp', 'tls'])('two agents call each other over %s on a shared port', async (transport) => {
  const [certificate, key] = [await read('tls-certificate.pem'), await read('tls-key.pem')];
  const { agent, heard } = await answering({ certificate: () => ({ certificate, key }) });
  const caller = await startTestAgent({ authorities: certificate });
  const trunk = testTrunk(0, { address: `localhost:${agent.port};transport=${transport}` });
  const leg = await dial(caller, trunk, { to: '+40721000000' }).leg();
  const back = listenTo(leg);
  await speak(leg, speech);
  await eventually(
    async () => heard[0]?.samples ?? [],
    (samples) => samples.length > 1600,
  );
  leg.hangUp();
  expect(await heard[0]?.end()).toEqual({ kind: 'remote-hang-up' });
  expect(await back.end()).toEqual({ kind: 'local-hang-up' });
});

test('a server with an untrusted certificate is not called', async () => {
  const [certificate, key] = [await read('tls-certificate.pem'), await read('tls-key.pem')];
  const { agent } = await answering({ certificate: () => ({ certificate, key }) });
  const caller = await startTestAgent();
  const trunk = testTrunk(0, { address: `localhost:${agent.port};transport=tls` });
  expect(await dial(caller, trunk).failure()).toMatchObject({ failure: 'unavailable', code: null });
});

test('a TLS connection verified for one name is not reused for another name at the same address', async () => {
  const [certificate, key] = [await read('tls-certificate.pem'), await read('tls-key.pem')];
  const { agent } = await answering({ certificate: () => ({ certificate, key }) });
  const resolver = { addresses: async () => ['127.0.0.1'], services: async () => [] };
  const caller = await startTestAgent({ authorities: certificate, resolver });
  const at = (host: string) => testTrunk(0, { address: `${host}:${agent.port};transport=tls` });
  const leg = await dial(caller, at('LocalHost'), { to: '+40721000000' }).leg();
  const stranger = dial(caller, at('carrier.example'), { to: '+40721000000' });
  expect(await stranger.failure()).toMatchObject({ failure: 'unavailable', code: null });
  leg.hangUp();
});

test('without a certificate TLS is refused and TCP works', async () => {
  const { agent } = await answering();
  const caller = await startTestAgent();
  const at = (transport: string) =>
    testTrunk(0, { address: `127.0.0.1:${agent.port};transport=${transport}` });
  expect(await dial(caller, at('tls')).failure()).toMatchObject({ failure: 'unavailable' });
  const leg = await dial(caller, at('tcp'), { to: '+40721000000' }).leg();
  leg.hangUp();
});

test('malformed data closes a connection, and a ping is answered', async () => {
  const { agent } = await answering();
  const socket = connect(agent.port, '127.0.0.1');
  let said = '';
  let isClosed = false;
  socket.on('data', (bytes) => {
    said += String(bytes);
  });
  socket.on('close', () => {
    isClosed = true;
  });
  socket.write('\r\n\r\n');
  await eventually(
    async () => said,
    (words) => words === '\r\n',
  );
  socket.write('x'.repeat(70_000));
  await eventually(
    async () => isClosed,
    (closed) => closed,
  );
});

test('an agent cannot start on a port in use', async () => {
  const { agent } = await answering();
  await expect(startTestAgent({ port: agent.port })).rejects.toThrow('EADDRINUSE');
});

test('a wrong password is refused', async () => {
  const { agent, heard } = await answering();
  const caller = await startTestAgent();
  const trunk = testTrunk(agent.port, { password: 'wrong' });
  expect(await dial(caller, trunk).failure()).toMatchObject({ failure: 'unavailable', code: '403' });
  expect(heard).toEqual([]);
});

test.each([
  ['an unknown host name', { address: 'nowhere.invalid' }],
  ['a closed port', { address: '127.0.0.1:1;transport=tcp' }],
])('a call to %s fails as unavailable', async (_name, changes) => {
  const caller = await startTestAgent();
  expect(await dial(caller, testTrunk(0, changes)).failure()).toMatchObject({ failure: 'unavailable' });
});

test('a call to an undialable target fails as an invalid number', async () => {
  const caller = await startTestAgent();
  for (const to of ['', 'sip:', 'sip:a@b:0']) {
    expect(await dial(caller, testTrunk(5060), { to }).failure()).toMatchObject({
      failure: 'invalid-number',
    });
  }
});

test('a trunk with a carrier’s address does not receive calls of another account', async () => {
  const thief = testTrunk(0, { id: 'thief', inboundAuthorization: 'ip', allowedInboundIps: ['127.0.0.1'] });
  const owner = testTrunk(0, { id: 'owner', phoneNumber: '+40744000000' });
  const lines: string[] = [];
  const { agent } = await answering({
    directory: directoryOf(thief, owner),
    onInvite: async (call) => {
      lines.push(call.route);
      call.reject('busy');
    },
  });
  const caller = await startTestAgent();
  const trunk = testTrunk(agent.port);
  for (const to of ['+40744000000', '+40721000000']) {
    expect(await dial(caller, trunk, { to }).failure()).toMatchObject({ failure: 'busy' });
  }
  expect(lines).toEqual(['owner', 'thief']);
});

test('an authenticated caller gets 404 for an unknown number', async () => {
  const trunks = [testTrunk(0), testTrunk(0, { id: '2', phoneNumber: '+40744000000' })];
  const { agent } = await answering({ directory: directoryOf(...trunks) });
  const caller = await startTestAgent();
  const dialed = dial(caller, testTrunk(agent.port), { to: '+40755000000' });
  expect(await dialed.failure()).toMatchObject({ failure: 'invalid-number', code: '404' });
});
