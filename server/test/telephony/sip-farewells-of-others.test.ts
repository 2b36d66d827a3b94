import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { headerOf, headersOf, type SipRequest } from '../../src/telephony/sip/message/sip-message.ts';
import type { SipAgent } from '../../src/telephony/sip/sip-agent.ts';
import { eventually } from '../kit/eventually.ts';
import { openSipPeer, peerSdp } from '../kit/sip/sip-peer.ts';
import { extension, memoryBindings, openSoftphone, type Softphone } from '../kit/sip/softphone.ts';
import { type Dialled, dial, startTestAgent, testTrunk } from '../kit/sip/test-agent.ts';
import { INSTALLATION, routesOf, type TwoProcesses, twoProcesses } from '../kit/sip/two-processes.ts';

const nobody = async (): Promise<null> => null;

interface Scene extends TwoProcesses {
  /** Another process of the installation. */
  third: SipAgent;
  /** Behind a translator of addresses, which only the far process reaches. */
  phone: Softphone;
  call: Dialled;
  invite: SipRequest;
}

/** A call that one process makes, and another hands on. */
async function ringing(): Promise<Scene> {
  const processes = await twoProcesses();
  const others = { secretBox: INSTALLATION, hostOf: nobody };
  const registrar = { bindings: memoryBindings(), host: 'third', processId: randomUUID(), others };
  const third = await startTestAgent({ registrar });
  const phone = await openSoftphone();
  await phone.enrol(processes.far.port, { contacts: ['<sip:desk@192.168.1.9:5060>'] });
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

describe.each(['third', 'far'] as const)('a call over another process is ended by the %s one', (who) => {
  test('where it rings', async () => {
    const scene = await ringing();
    const [farewell = ''] = scene.call.left();
    const told = scene[who].bidFarewell(farewell, nobody);
    const cancel = await scene.phone.takeRequest('CANCEL');
    expect(branchOf(cancel)).toBe(branchOf(scene.invite));
    scene.phone.respond(cancel, 200);
    expect(await told).toBe(true);
  });

  test('where it is up', async () => {
    const scene = await ringing();
    const answer = { tag: 'p', headers: routesOf(scene.invite), body: peerSdp(9) };
    scene.phone.respond(scene.invite, 200, answer);
    const leg = await scene.call.leg();
    expect(scene.call.left()).toEqual([]);
    const told = scene[who].bidFarewell(leg.farewell?.() ?? '', nobody);
    const bye = await scene.phone.takeRequest('BYE');
    expect(headerOf(bye, 'to')).toMatch(/;tag=p$/);
    expect(headersOf(bye, 'parley-seal')).toEqual([]);
    scene.phone.respond(bye, 200);
    expect(await told).toBe(true);
  });
});

describe('what another process would take back', () => {
  test('are all telephones that ring, until their last word', async () => {
    const agent = await startTestAgent();
    const peer = await openSipPeer();
    const call = dial(agent, testTrunk(peer.port));
    const invite = await peer.takeRequest('INVITE');
    expect(call.left()).toHaveLength(1);
    expect(call.left()[0]).not.toContain('tag=person');
    peer.respond(invite, 180, { tag: 'person' });
    await eventually(
      async () => call.left()[0],
      (farewell) => farewell?.includes('tag=person') === true,
    );
    peer.respond(invite, 486, { tag: 'person' });
    await call.failure();
    expect(call.left()).toEqual([]);
  });

  test('is the INVITE that was proved, not the one that was challenged', async () => {
    const agent = await startTestAgent();
    const peer = await openSipPeer();
    const call = dial(agent, testTrunk(peer.port));
    const challenge = 'WWW-Authenticate: Digest realm="carrier", nonce="n1", algorithm=MD5';
    peer.respond(await peer.takeRequest('INVITE'), 401, { tag: 'a', headers: [challenge] });
    const proved = await peer.takeRequest('INVITE');
    const [farewell = '', ...others] = call.left();
    expect(others).toEqual([]);
    expect(farewell).toContain(branchOf(proved));
    expect(farewell).not.toMatch(/Digest|response=|secret/);
    peer.respond(proved, 486, { tag: 'b' });
    await call.failure();
  });
});
