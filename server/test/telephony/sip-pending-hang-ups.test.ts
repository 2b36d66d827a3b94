import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createSecretBox } from '../../src/core/secret-box.ts';
import { headerOf, headersOf, type SipRequest } from '../../src/telephony/sip/message/sip-message.ts';
import type { SipAgent, SipAgentOptions } from '../../src/telephony/sip/sip-agent.ts';
import { writeDialed } from '../../src/voice/legs/dialed.ts';
import { eventually } from '../kit/eventually.ts';
import { openSipPeer, peerSdp, type SipPeer } from '../kit/sip/sip-peer.ts';
import { extension, memoryBindings, openSoftphone, type Softphone } from '../kit/sip/softphone.ts';
import { type Dialed, dial, startTestAgent, testTrunk } from '../kit/sip/test-agent.ts';
import { INSTALLATION, routesOf, type TwoProcesses, twoProcesses } from '../kit/sip/two-processes.ts';

const nobody = async (): Promise<null> => null;

interface Scene extends TwoProcesses {
  /** Another process of the installation. */
  third: SipAgent;
  /** Behind NAT; only the far process can reach it. */
  phone: Softphone;
  call: Dialed;
  invite: SipRequest;
}

/** A ringing call of one process, relayed by another. */
async function ringing(): Promise<Scene> {
  const processes = await twoProcesses();
  const third = await another(processes.namesFor);
  const phone = await openSoftphone();
  await phone.registerAuthenticated(processes.far.port, { contacts: ['<sip:desk@192.168.1.9:5060>'] });
  const call = dial(processes.near, extension(), { to: '1001' });
  const invite = await phone.takeRequest('INVITE');
  phone.respond(invite, 180, { tag: 'p', headers: routesOf(invite) });
  await eventually(
    async () => call.events.length,
    (length) => length > 0,
  );
  return { ...processes, third, phone, call, invite };
}

const branchOf = (request: SipRequest): string | undefined =>
  /branch=([^;,]+)/.exec(headerOf(request, 'via') ?? '')?.[1];

describe.each(['third', 'far'] as const)('a relayed call is ended by the %s process', (who) => {
  test('while it rings', async () => {
    const scene = await ringing();
    const [pendingHangUp = ''] = scene.call.left();
    const told = scene[who].sendPendingHangUp(pendingHangUp, nobody);
    const cancel = await scene.phone.takeRequest('CANCEL');
    expect(branchOf(cancel)).toBe(branchOf(scene.invite));
    scene.phone.respond(cancel, 200);
    expect(await told).toBe(true);
  });

  test('after it is answered', async () => {
    const scene = await ringing();
    const answer = { tag: 'p', headers: routesOf(scene.invite), body: peerSdp(9) };
    scene.phone.respond(scene.invite, 200, answer);
    const leg = await scene.call.leg();
    expect(scene.call.left()).toEqual([]);
    const told = scene[who].sendPendingHangUp(leg.pendingHangUp?.() ?? '', nobody);
    const bye = await scene.phone.takeRequest('BYE');
    expect(headerOf(bye, 'to')).toMatch(/;tag=p$/);
    expect(headersOf(bye, 'parley-seal')).toEqual([]);
    scene.phone.respond(bye, 200);
    expect(await told).toBe(true);
  });
});

/** A process that cancels INVITEs of the process `near`. */
function another(
  namesFor: TwoProcesses['namesFor'],
  options: Partial<SipAgentOptions> = {},
): Promise<SipAgent> {
  const processId = randomUUID();
  const others = { secretBox: INSTALLATION, hostOf: nobody, names: namesFor(processId) };
  const registrar = { bindings: memoryBindings(), host: 'another', processId, others };
  return startTestAgent({ ...options, registrar });
}

/** Answers CANCELs until the one for `invite` arrives. */
async function takeCancel(peer: SipPeer, invite: SipRequest): Promise<SipRequest> {
  for (;;) {
    const cancel = await peer.takeRequest('CANCEL');
    const isIts = headerOf(cancel, 'via') === headerOf(invite, 'via');
    peer.respond(cancel, isIts ? 200 : 481);
    if (isIts) return cancel;
  }
}

const CHALLENGE = 'WWW-Authenticate: Digest realm="carrier", nonce="n1", algorithm=MD5';

describe('the pending hang-up of an outbound call', () => {
  test('covers all possible INVITEs, then the ringing phone, until its final response', async () => {
    const agent = await startTestAgent();
    const peer = await openSipPeer();
    const call = dial(agent, testTrunk(peer.port));
    expect(call.left()).toHaveLength(1);
    const invite = await peer.takeRequest('INVITE');
    expect(call.left()[0]).not.toMatch(/tag=person|branch=/);
    peer.respond(invite, 180, { tag: 'person' });
    await eventually(
      async () => call.left()[0],
      (pendingHangUp) => pendingHangUp?.includes('tag=person') === true,
    );
    expect(call.left()[0]).toContain(branchOf(invite));
    peer.respond(invite, 486, { tag: 'person' });
    await call.failure();
    expect(call.left()).toEqual([]);
  });

  test('can be derived from the dial request despite challenges of the server', async () => {
    const { near, namesFor } = await twoProcesses();
    const other = await another(namesFor);
    const peer = await openSipPeer();
    const trunk = testTrunk(peer.port);
    const call = dial(near, trunk);
    const challenged = await peer.takeRequest('INVITE');
    peer.respond(challenged, 401, { tag: 'a', headers: [CHALLENGE] });
    const authenticated = await peer.takeRequest('INVITE');
    expect(call.left().join()).not.toMatch(/Digest|response=|secret/);
    const attemptId = headerOf(authenticated, 'call-id') ?? '';
    const ordered = {
      attemptId,
      line: trunk.id,
      from: '+40721000000',
      to: '+40722000000',
      processId: 'near',
    };
    const told = other.sendPendingHangUp(writeDialed(ordered), async () => trunk);
    const cancel = await takeCancel(peer, authenticated);
    expect(headerOf(cancel, 'from')).toBe(headerOf(authenticated, 'from'));
    expect(headerOf(cancel, 'to')).toBe(headerOf(authenticated, 'to'));
    expect(cancel.uri).toBe(authenticated.uri);
    expect(await told).toBe(true);
    peer.respond(authenticated, 487, { tag: 'b' });
    await call.failure();
  });

  test('covers the second server of a carrier whose first is out of service', async () => {
    const [first, second] = [await openSipPeer(), await openSipPeer()];
    const resolver = {
      addresses: async () => ['127.0.0.1'],
      services: async () =>
        [first, second].map(({ port }, priority) => ({ name: `s${port}`, port, priority, weight: 1 })),
    };
    const { near, namesFor } = await twoProcesses({ resolver });
    const other = await another(namesFor, { resolver });
    const call = dial(near, testTrunk(0, { address: 'carrier.example' }));
    first.respond(await first.takeRequest('INVITE'), 503, { tag: 'a' });
    const invite = await second.takeRequest('INVITE');
    const [pendingHangUp = ''] = call.left();
    const told = other.sendPendingHangUp(pendingHangUp, nobody);
    await takeCancel(second, invite);
    expect(await told).toBe(true);
    second.respond(invite, 487, { tag: 'b' });
    await call.failure();
  });

  test('covers the target of a redirect', async () => {
    const { near, namesFor } = await twoProcesses();
    const other = await another(namesFor);
    const [first, second] = [await openSipPeer(), await openSipPeer()];
    const call = dial(near, testTrunk(first.port));
    const contact = `<sip:mobile@127.0.0.1:${second.port}>`;
    first.respond(await first.takeRequest('INVITE'), 302, { tag: 'a', contact });
    const invite = await second.takeRequest('INVITE');
    const [pendingHangUp = '', ...more] = call.left();
    expect(more).toEqual([]);
    const told = other.sendPendingHangUp(pendingHangUp, nobody);
    const cancel = await takeCancel(second, invite);
    expect(cancel.uri).toBe(invite.uri);
    for (const name of ['from', 'to', 'call-id'] as const)
      expect(headerOf(cancel, name)).toBe(headerOf(invite, name));
    expect(await told).toBe(true);
    second.respond(invite, 487, { tag: 'b' });
    await call.failure();
  });

  test('is complete if no server knows the call or the process sent no INVITE', async () => {
    const { near, namesFor } = await twoProcesses();
    const other = await another(namesFor);
    const peer = await openSipPeer();
    const call = dial(near, testTrunk(peer.port, { username: null, password: null }));
    const invite = await peer.takeRequest('INVITE');
    const [pendingHangUp = ''] = call.left();
    const told = other.sendPendingHangUp(pendingHangUp, nobody);
    for (const sequence of [1, 2]) {
      const cancel = await peer.takeRequest('CANCEL');
      expect(headerOf(cancel, 'cseq')).toBe(`${sequence} CANCEL`);
      peer.respond(cancel, 481);
    }
    expect(await told).toBe(true);
    expect(await other.sendPendingHangUp(pendingHangUp.replace('"near"', '"idle"'), nobody)).toBe(true);
    peer.respond(invite, 486, { tag: 'b' });
    await call.failure();
  });

  test('cannot be derived without the key of the installation', async () => {
    const { near, namesFor } = await twoProcesses();
    const stranger = createSecretBox('the key of another installation, which is not the same');
    const others = { secretBox: stranger, hostOf: nobody, names: namesFor('stranger') };
    const registrar = { bindings: memoryBindings(), host: 'stranger', processId: 'stranger', others };
    const agent = await startTestAgent({ registrar });
    const peer = await openSipPeer();
    const call = dial(near, testTrunk(peer.port));
    const invite = await peer.takeRequest('INVITE');
    const [pendingHangUp = ''] = call.left();
    void agent.sendPendingHangUp(pendingHangUp, nobody);
    const cancel = await peer.takeRequest('CANCEL');
    expect(branchOf(cancel)).not.toBe(branchOf(invite));
    expect(headerOf(cancel, 'from')).not.toBe(headerOf(invite, 'from'));
    peer.respond(invite, 486, { tag: 'b' });
    await call.failure();
  });

  test('is stored before an INVITE that cannot be derived from the dial request', async () => {
    const { near } = await twoProcesses();
    const peer = await openSipPeer();
    const { promise: kept, resolve } = Promise.withResolvers<void>();
    let asked = 0;
    const keep = (): Promise<void> => {
      asked += 1;
      return kept;
    };
    const call = dial(near, testTrunk(peer.port), { keep });
    await eventually(
      async () => asked,
      (times) => times === 1,
    );
    expect(peer.received).toEqual([]);
    resolve();
    peer.respond(await peer.takeRequest('INVITE'), 486, { tag: 'b' });
    await call.failure();
  });
});
