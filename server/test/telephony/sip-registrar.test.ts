import { describe, expect, test } from 'vitest';
import { headerOf, headersOf } from '../../src/telephony/sip/message/sip-message.ts';
import type { SipAgentOptions } from '../../src/telephony/sip/sip-agent.ts';
import type { SipTrunk } from '../../src/telephony/sip/trunk/sip-trunk.ts';
import { manualClock } from '../kit/clocks.ts';
import { eventually } from '../kit/eventually.ts';
import { scene } from '../kit/sip/scene.ts';
import { openSipPeer, peerSdp, tagOf, textOf } from '../kit/sip/sip-peer.ts';
import {
  authorizationFor,
  contactsOf,
  extension,
  memoryBindings,
  openSoftphone,
} from '../kit/sip/softphone.ts';
import { dial, directoryOf, startTestAgent, testTrunk } from '../kit/sip/test-agent.ts';

async function registrar(
  trunks: readonly SipTrunk[] = [extension()],
  options: Partial<SipAgentOptions> = {},
) {
  const bindings = memoryBindings();
  const agent = await startTestAgent({
    directory: directoryOf(...trunks),
    registrar: { bindings, host: 'here', processId: 'process', others: null },
    ...options,
  });
  const phone = await openSoftphone();
  return { agent, bindings, phone, port: agent.port };
}

describe('a registering phone', () => {
  test('is challenged, authenticates, and gets its expiry', async () => {
    const { phone, port, bindings } = await registrar();
    const challenge = await phone.register(port);
    expect(challenge.status).toBe(401);
    const answer = await phone.registerAuthenticated(port);
    expect(answer.status).toBe(200);
    expect(headersOf(answer, 'contact')).toEqual([`<sip:desk@127.0.0.1:${phone.port}>;expires=1800`]);
    expect(Date.parse(headerOf(answer, 'date') ?? '')).not.toBeNaN();
    expect(bindings.all.get('7')).toMatchObject([
      {
        contact: `sip:desk@127.0.0.1:${phone.port}`,
        address: '127.0.0.1',
        port: phone.port,
        transport: 'udp',
        isDirect: true,
        domain: `127.0.0.1:${port}`,
        place: `here:${port}`,
      },
    ]);
  });

  test('may register by number and gets all bindings', async () => {
    const { phone, port } = await registrar();
    await phone.registerAuthenticated(port, {
      contacts: ['<sip:a@127.0.0.1>', '<sip:b@127.0.0.1>;expires=60'],
    });
    const answer = await phone.registerAuthenticated(port, { named: '1001', contacts: [] });
    expect(contactsOf(answer)).toEqual(['sip:a@127.0.0.1', 'sip:b@127.0.0.1']);
    const left = await phone.registerAuthenticated(port, { contacts: ['<sip:a@127.0.0.1>;expires=0'] });
    expect(contactsOf(left)).toEqual(['sip:b@127.0.0.1']);
    const none = await phone.registerAuthenticated(port, { contacts: ['*'], headers: ['Expires: 0'] });
    expect([none.status, contactsOf(none)]).toEqual([200, []]);
  });

  test('behind NAT is stored with its source address', async () => {
    const { phone, port, bindings } = await registrar();
    await phone.registerAuthenticated(port, { contacts: ['<sip:desk@192.168.1.9:5060>'] });
    const place = { address: '127.0.0.1', port: phone.port, isDirect: false, remainingSeconds: 300 };
    expect(bindings.all.get('7')).toMatchObject([place]);
  });

  test.each([
    ['a wrong password', { password: 'wrong' }, 403],
    ['an unknown username', { username: 'nobody', named: 'nobody' }, 403],
    ['another user with its password', { named: '1002' }, 404],
    ['an expiry that is too short', { headers: ['Expires: 59'] }, 423],
    ['* and a nonzero Expires', { contacts: ['*'] }, 400],
    ['a malformed Contact', { contacts: ['<tel:1>'] }, 400],
    ['a Call-ID that is too long', { callId: 'x'.repeat(256) }, 400],
    ['a Call-ID with control characters', { callId: 'x\u0000' }, 400],
    ['an unknown extension', { headers: ['Require: teleport'] }, 420],
  ])('with %s: %o gets %i', async (_name, options, status) => {
    const { phone, port, bindings } = await registrar();
    const answer = await phone.registerAuthenticated(port, options);
    expect(answer.status).toBe(status);
    if (status === 423) expect(headerOf(answer, 'min-expires')).toBe('60');
    if (status === 420) expect(headerOf(answer, 'unsupported')).toBe('teleport');
    expect(bindings.all.size).toBe(0);
  });

  test.each([
    ['a carrier’s trunk', [testTrunk(1, { username: 'desk' })]],
    ['an extension with authorization by IP address', [extension({ inboundAuthorization: 'ip' })]],
    ['two extensions with the same name, number and password', [extension(), extension({ id: '8' })]],
  ])('cannot register for %s', async (_name, trunks) => {
    const { phone, port } = await registrar(trunks);
    expect((await phone.registerAuthenticated(port)).status).toBe(403);
  });

  test('uses a nonce count once, and a retransmission gets the same response', async () => {
    const { phone, port } = await registrar();
    const authorization = authorizationFor(await phone.register(port), port);
    expect((await phone.register(port, { authorization })).status).toBe(200);
    const again = await phone.register(port, { authorization });
    expect(again.status).toBe(401);
    expect(headerOf(again, 'www-authenticate')).toContain('stale=true');
  });

  test('cannot spoof its source address, because the nonce is bound to it', async () => {
    const { phone, port, bindings } = await registrar();
    const other = await openSoftphone('127.0.0.2');
    const authorization = authorizationFor(await phone.register(port), port);
    const answer = await other.register(port, { authorization });
    expect(answer.status).toBe(401);
    expect(headerOf(answer, 'www-authenticate')).toContain('stale=true');
    expect(bindings.all.size).toBe(0);
    const renewed = authorizationFor(answer, port);
    expect((await other.register(port, { authorization: renewed })).status).toBe(200);
  });

  test('with a nonce from before a restart gets a stale challenge', async () => {
    const before = await registrar();
    const { phone, port } = await registrar();
    const challenge = await before.phone.register(before.port);
    const answer = await phone.register(port, { authorization: authorizationFor(challenge, port) });
    expect(answer.status).toBe(401);
    expect(headerOf(answer, 'www-authenticate')).toContain('stale=true');
  });

  test('is refused with an out-of-order CSeq, and nothing changes', async () => {
    const { phone, port, bindings } = await registrar();
    await phone.registerAuthenticated(port, { headers: ['Expires: 600'] });
    const [before] = bindings.all.get('7') ?? [];
    const authorization = authorizationFor(await phone.register(port, { sequence: 90 }), port);
    const late = await phone.register(port, {
      authorization,
      sequence: 1,
      headers: ['Expires: 0'],
    });
    expect(late.status).toBe(500);
    expect(bindings.all.get('7')).toEqual([before]);
  });

  test('is rate limited and keeps its bindings', async () => {
    const clock = manualClock();
    const { phone, port, bindings } = await registrar([extension()], { clock });
    const statuses = [];
    for (let count = 0; count < 50; count += 1) {
      // Stays below the rate limit of its address.
      clock.advance(250);
      statuses.push((await phone.registerAuthenticated(port)).status);
    }
    expect(new Set(statuses)).toEqual(new Set([200, 503]));
    expect(statuses.indexOf(503)).toBeGreaterThan(30);
    expect(bindings.all.get('7')).toHaveLength(1);
    clock.advance(60_000);
    expect((await phone.registerAuthenticated(port)).status).toBe(200);
  });

  test('gets Retry-After if the store fails', async () => {
    const bindings = {
      ...memoryBindings(),
      change: () => Promise.reject(new Error('The database is away.')),
    };
    const phone = await openSoftphone();
    const agent = await startTestAgent({
      directory: directoryOf(extension()),
      registrar: { bindings, host: 'here', processId: 'process', others: null },
    });
    const answer = await phone.registerAuthenticated(agent.port);
    expect(answer.status).toBe(503);
    expect(headerOf(answer, 'retry-after')).toBe('10');
  });

  test('is ignored with any username after too many wrong passwords', async () => {
    const { phone, port, bindings } = await registrar([extension()], { clock: manualClock() });
    const answers = [];
    for (let tries = 0; tries < 3; tries += 1) {
      answers.push((await phone.registerAuthenticated(port, { password: `guess ${tries}` })).status);
    }
    expect(answers).toEqual([403, 403, 403]);
    const before = phone.received.length;
    for (let tries = 0; tries < 20; tries += 1) {
      phone.request(port, { method: 'REGISTER', callId: `${tries}`, sequence: 1 });
    }
    // Loopback keeps packet order, and this request is never ignored.
    phone.request(port, { method: 'CANCEL', callId: 'none', sequence: 1 });
    await phone.takeResponse('CANCEL');
    expect(phone.received.length - before - 1).toBeLessThan(10);
    expect(bindings.all.size).toBe(0);
  });

  test('is refused if the agent has no registrar', async () => {
    const phone = await openSoftphone();
    const agent = await startTestAgent({ directory: directoryOf(extension()) });
    expect((await phone.register(agent.port)).status).toBe(405);
  });
});

test('sends the BYE of an extension’s call to its source address regardless of its Contact', async () => {
  const trunk = extension({ inboundAuthorization: 'ip', allowedInboundIps: ['127.0.0.1'] });
  const set = await scene(async (call) => (await call.answer()).hangUp(), [trunk]);
  const call = { method: 'INVITE', callId: 'c', sequence: 1, uri: 'sip:1001@here', body: peerSdp(9) };
  const text = textOf(call, { from: set.peer.port, to: set.agent.port });
  set.peer.send(set.agent.port, text.replace(/^Contact: .*$/m, 'Contact: <sip:desk@127.0.0.9:9>\r'));
  const answer = await eventually(
    async () => set.peer.received.find((one) => one.kind === 'response' && one.status === 200),
    (one) => one !== undefined,
  );
  if (answer === undefined) throw new Error('There was no answer.');
  const toTag = tagOf(answer);
  set.peer.request(set.agent.port, { method: 'ACK', callId: 'c', sequence: 1, toTag });
  expect((await set.peer.takeRequest('BYE')).uri).toBe('sip:desk@127.0.0.9:9');
});

describe('a call to an extension', () => {
  const inside = { to: '1001' };

  test('sends the INVITE to the registered Contact, with the caller’s number and our domain in From', async () => {
    const { agent, phone, port } = await registrar();
    await phone.registerAuthenticated(port, { contacts: [`<sip:desk@192.168.1.9:5060;ob>`] });
    const call = dial(agent, extension(), inside);
    const invite = await phone.takeRequest('INVITE');
    expect(invite.uri).toBe('sip:desk@192.168.1.9:5060;ob');
    expect(headerOf(invite, 'from')).toContain(`<sip:+40721000000@127.0.0.1:${port}>`);
    phone.respond(invite, 180, { tag: 'p' });
    phone.respond(invite, 200, { tag: 'p', body: peerSdp(9) });
    const leg = await call.leg();
    await phone.takeRequest('ACK');
    leg.hangUp();
    expect((await phone.takeRequest('BYE')).uri).toBe('sip:peer@127.0.0.1:'.concat(String(phone.port)));
  });

  test('uses SRTP if the extension requires it', async () => {
    const encrypted = extension({ address: 'dynamic;media=srtp' });
    const { agent, phone, port } = await registrar([encrypted]);
    await phone.registerAuthenticated(port);
    const call = dial(agent, encrypted, inside);
    const invite = await phone.takeRequest('INVITE');
    expect(invite.body).toContain('RTP/SAVP');
    phone.respond(invite, 488, { tag: 'p' });
    expect(await call.failure()).toMatchObject({ code: '488' });
    expect(await dial(agent, encrypted).failure()).toMatchObject({ code: null });
  });

  test('sends ACK and BYE to the phone’s source address regardless of its Contact', async () => {
    const { agent, phone, port } = await registrar();
    await phone.registerAuthenticated(port);
    const call = dial(agent, extension(), inside);
    const invite = await phone.takeRequest('INVITE');
    // A public address in the Contact that is not the source address.
    const contact = '<sip:desk@127.0.0.9:9>';
    phone.respond(invite, 200, { tag: 'p', body: peerSdp(9), contact });
    const leg = await call.leg();
    expect((await phone.takeRequest('ACK')).uri).toBe('sip:desk@127.0.0.9:9');
    leg.hangUp();
    await phone.takeRequest('BYE');
  });

  test('rings all phones until the first one answers', async () => {
    const { agent, phone, port } = await registrar();
    const other = await openSoftphone();
    await phone.registerAuthenticated(port);
    await other.registerAuthenticated(port);
    const call = dial(agent, extension(), { to: 'desk' });
    const first = await phone.takeRequest('INVITE');
    const second = await other.takeRequest('INVITE');
    phone.respond(first, 180, { tag: 'a' });
    other.respond(second, 180, { tag: 'b' });
    other.respond(second, 200, { tag: 'b', body: peerSdp(9) });
    await call.leg();
    const cancel = await phone.takeRequest('CANCEL');
    // The phone then lists no missed call.
    expect(headerOf(cancel, 'reason')).toBe('SIP;cause=200;text="Call completed elsewhere"');
    expect(call.events.map(({ type }) => type)).toEqual(['ringing', 'answered']);
  });

  test('is busy if one phone is busy, and stops ringing everywhere after a 6xx', async () => {
    const { agent, phone, port } = await registrar();
    const other = await openSoftphone();
    await phone.registerAuthenticated(port);
    await other.registerAuthenticated(port);
    const call = dial(agent, extension(), inside);
    phone.respond(await phone.takeRequest('INVITE'), 480, { tag: 'a' });
    other.respond(await other.takeRequest('INVITE'), 486, { tag: 'b' });
    expect(await call.failure()).toMatchObject({ failure: 'busy', code: '486' });
    const again = dial(agent, extension(), inside);
    const ringing = await phone.takeRequest('INVITE');
    phone.respond(ringing, 180, { tag: 'a' });
    other.respond(await other.takeRequest('INVITE'), 603, { tag: 'b' });
    expect(await again.failure()).toMatchObject({ failure: 'rejected', code: '603' });
    await phone.takeRequest('CANCEL');
  });

  test('can be canceled while it rings', async () => {
    const { agent, phone, port } = await registrar();
    await phone.registerAuthenticated(port);
    const call = dial(agent, extension(), inside);
    phone.respond(await phone.takeRequest('INVITE'), 180, { tag: 'a' });
    await eventually(
      async () => call.events.length,
      (count) => count > 0,
    );
    call.cancel();
    expect(await call.failure()).toMatchObject({ failure: 'canceled' });
    expect(headerOf(await phone.takeRequest('CANCEL'), 'reason')).toMatch(/^Q\.850;cause=16;text="/);
  });

  test('fails without registered phones, and cannot reach other numbers', async () => {
    const { agent } = await registrar();
    expect(await dial(agent, extension(), inside).failure()).toMatchObject({
      failure: 'unavailable',
      code: '480',
      reason: 'No phone is registered for the extension.',
    });
    expect(await dial(agent, extension()).failure()).toMatchObject({
      reason: 'The extension has no server and can call only its own phones.',
    });
  });

  test('goes to its server if no phone is registered', async () => {
    const { agent } = await registrar();
    const server = await openSipPeer();
    const call = dial(agent, extension({ address: `127.0.0.1:${server.port}` }), inside);
    server.respond(await server.takeRequest('INVITE'), 486, { tag: 's' });
    expect(await call.failure()).toMatchObject({ failure: 'busy' });
  });

  test.each([
    ['behind NAT, registered at another socket', { isDirect: false, place: 'there:5060' }, false],
    ['behind NAT, after a restart', { isDirect: false, processId: 'gone' }, true],
    ['without NAT, registered at another socket', { isDirect: true, place: 'there:5060' }, true],
    ['with a connection of another process', { transport: 'tcp', processId: 'other' }, false],
    ['with a closed connection', { transport: 'tcp' }, false],
  ] as const)('reaches only phones with a usable connection: %s', async (_name, changes, isCalled) => {
    const { agent, phone, port, bindings } = await registrar();
    await phone.registerAuthenticated(port);
    const [binding] = bindings.all.get('7') ?? [];
    if (binding === undefined) throw new Error('It has registered.');
    bindings.all.set('7', [{ ...binding, ...changes }]);
    const call = dial(agent, extension(), inside);
    if (isCalled) phone.respond(await phone.takeRequest('INVITE'), 486, { tag: 'p' });
    const reason = 'The phone lost its connection, or the process that it was registered with has ended.';
    expect(await call.failure()).toMatchObject(isCalled ? { failure: 'busy' } : { code: '480', reason });
  });

  test('is kept possible by keep-alives, sent only to phones behind NAT', async () => {
    const clock = manualClock();
    const { phone, port } = await registrar([extension()], { clock });
    const other = await openSoftphone();
    await phone.registerAuthenticated(port, { contacts: ['<sip:desk@192.168.1.9>'] });
    await other.registerAuthenticated(port);
    clock.advance(25_000);
    const question = await phone.takeRequest('OPTIONS');
    expect(question.uri).toBe('sip:desk@192.168.1.9');
    phone.respond(question, 200, { tag: tagOf(question) });
    expect(other.received.filter(({ kind }) => kind === 'request')).toEqual([]);
  });
});
