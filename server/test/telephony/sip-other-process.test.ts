import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { headerOf, headersOf, type SipRequest } from '../../src/telephony/sip/message/sip-message.ts';
import { FlowTokens } from '../../src/telephony/sip/relay/flow-tokens.ts';
import type { SipAgentOptions } from '../../src/telephony/sip/sip-agent.ts';
import { manualClock } from '../kit/clocks.ts';
import { eventually } from '../kit/eventually.ts';
import { registeringAccount, startBaresip } from '../kit/sip/baresip.ts';
import { isMissing } from '../kit/sip/programs.ts';
import { openSipPeer, peerSdp, type SipPeer } from '../kit/sip/sip-peer.ts';
import { extension, openSoftphone, type Softphone } from '../kit/sip/softphone.ts';
import { dial, type Heard, listenTo } from '../kit/sip/test-agent.ts';
import { INSTALLATION, routesOf, type TwoProcesses, twoProcesses } from '../kit/sip/two-processes.ts';
import { isReceivedBy, receivesUniqueAudio, uniqueAudio } from '../kit/sip/unique-audio.ts';

const inside = { to: '1001' };

interface Scene extends TwoProcesses {
  phone: Softphone;
}

/** A phone behind NAT that only the other process's socket can reach. */
async function registered(options: Partial<SipAgentOptions> = {}, isFarAlive = () => true): Promise<Scene> {
  const processes = await twoProcesses(options, isFarAlive);
  const phone = await openSoftphone();
  await phone.registerAuthenticated(processes.far.port, { contacts: ['<sip:desk@192.168.1.9:5060>'] });
  return { ...processes, phone };
}

interface Up extends Scene {
  invite: SipRequest;
  heard: Heard;
  hangUp(): void;
}

/** An answered call of one process, relayed by the other. */
async function established(options: Partial<SipAgentOptions> = {}): Promise<Up> {
  const scene = await registered(options);
  const call = dial(scene.near, extension(), inside);
  const invite = await scene.phone.takeRequest('INVITE');
  scene.phone.respond(invite, 180, { tag: 'p', headers: routesOf(invite) });
  scene.phone.respond(invite, 200, { tag: 'p', headers: routesOf(invite), body: peerSdp(9) });
  const leg = await call.leg();
  const acknowledgement = await scene.phone.takeRequest('ACK');
  expect(viaPorts(acknowledgement)).toEqual([scene.far.port, scene.near.port]);
  return { ...scene, invite, heard: listenTo(leg), hangUp: () => leg.hangUp() };
}

function viaPorts(request: SipRequest): number[] {
  return headersOf(request, 'via').map((value) => Number(/:(\d+)/.exec(value)?.[1]));
}

/** A request of the phone within the call. */
function within({ invite }: Up, method: string, routes = headersOf(invite, 'record-route')): string {
  const target = /<([^>]+)>/.exec(headerOf(invite, 'contact') ?? '')?.[1] ?? '';
  return [
    `${method} ${target} SIP/2.0`,
    'Via: SIP/2.0/UDP 192.168.1.9:5060;rport;branch=z9hG4bKbye',
    ...routes.map((value) => `Route: ${value}`),
    'Max-Forwards: 70',
    `From: ${headerOf(invite, 'to')};tag=p`,
    `To: ${headerOf(invite, 'from')}`,
    `Call-ID: ${headerOf(invite, 'call-id')}`,
    `CSeq: 1 ${method}`,
    'Content-Length: 0',
    '',
    '',
  ].join('\r\n');
}

describe('a call to a phone via another process', () => {
  test('is relayed by that process, which adds itself only to the route set', async () => {
    const { invite, far, near } = await established();
    expect(invite.uri).toBe('sip:desk@192.168.1.9:5060');
    expect(viaPorts(invite)).toEqual([far.port, near.port]);
    for (const name of ['route', 'parley-seal']) expect(headersOf(invite, name)).toEqual([]);
    expect(headerOf(invite, 'max-forwards')).toBe('69');
    expect(headersOf(invite, 'record-route')).toHaveLength(2);
    expect(invite.body).toContain('m=audio');
  });

  test('is relayed through a private network, with audio sent to the phone', async () => {
    const { invite, hangUp, phone } = await established({
      refusalOf: () => 'private',
      mediaAddress: '127.0.0.9',
    });
    expect(invite.body).toContain('c=IN IP4 127.0.0.9');
    const [outer, inner] = headersOf(invite, 'record-route');
    expect([outer, inner]).toEqual([
      expect.stringContaining('@127.0.0.9:'),
      expect.stringContaining('@127.0.0.1:'),
    ]);
    hangUp();
    phone.respond(await phone.takeRequest('BYE'), 200);
  });

  test('is hung up by us', async () => {
    const { hangUp, phone } = await established();
    hangUp();
    const bye = await phone.takeRequest('BYE');
    phone.respond(bye, 200);
    expect(headersOf(bye, 'route')).toEqual([]);
  });

  test('is hung up by the phone', async () => {
    const up = await established();
    up.phone.send(up.far.port, within(up, 'BYE'));
    expect(await up.heard.end()).toEqual({ kind: 'remote-hang-up' });
    const answer = await up.phone.takeResponse('BYE');
    expect([answer.status, headersOf(answer, 'via').length]).toEqual([200, 1]);
  });

  test('is canceled while it rings', async () => {
    const { near, phone } = await registered();
    const call = dial(near, extension(), inside);
    const invite = await phone.takeRequest('INVITE');
    phone.respond(invite, 180, { tag: 'p' });
    await eventually(
      async () => call.events.length,
      (length) => length > 0,
    );
    call.cancel();
    const cancel = await phone.takeRequest('CANCEL');
    expect(branchOf(cancel)).toBe(branchOf(invite));
    phone.respond(cancel, 200);
    phone.respond(invite, 487, { tag: 'p' });
    const acknowledgement = await phone.takeRequest('ACK');
    expect(branchOf(acknowledgement)).toBe(branchOf(invite));
    expect(await call.failure()).toMatchObject({ failure: 'canceled' });
  });

  test('fails with the phone’s response', async () => {
    const { near, phone } = await registered();
    const call = dial(near, extension(), inside);
    phone.respond(await phone.takeRequest('INVITE'), 486, { tag: 'p' });
    expect(await call.failure()).toMatchObject({ failure: 'busy', code: '486' });
  });

  test('rings together with a phone that we reach directly', async () => {
    const { near, far, bindings, phone } = await registered();
    const [there] = bindings.get('7') ?? [];
    if (there === undefined) throw new Error('It has registered.');
    const here = await openSoftphone();
    await here.registerAuthenticated(near.port, { contacts: [`<sip:desk@127.0.0.1:${here.port}>`] });
    const call = dial(near, extension(), inside);
    const [own, other] = [await here.takeRequest('INVITE'), await phone.takeRequest('INVITE')];
    expect(viaPorts(own)).toEqual([near.port]);
    expect(viaPorts(other)).toEqual([far.port, near.port]);
    here.respond(own, 180, { tag: 'h' });
    phone.respond(other, 200, { tag: 'p', headers: routesOf(other), body: peerSdp(9) });
    await call.leg();
    await here.takeRequest('CANCEL');
  });

  test('fails immediately if that process is dead', async () => {
    const { near } = await registered({}, () => false);
    expect(await dial(near, extension(), inside).failure()).toMatchObject({ code: '480' });
  });

  test.each(['dynamic', 'exchange'])(
    'ends when that process dies while it rings (extension address: %s)',
    async (address) => {
      const clock = manualClock();
      let isFarAlive = true;
      const { near, phone } = await registered({ clock }, () => isFarAlive);
      const exchange = await openSipPeer();
      const trunk = extension({ address: address === 'dynamic' ? address : `127.0.0.1:${exchange.port}` });
      const call = dial(near, trunk, inside);
      const invite = await phone.takeRequest('INVITE');
      phone.respond(invite, 180, { tag: 'p', headers: routesOf(invite) });
      await eventually(
        async () => call.events.length,
        (count) => count === 1,
      );
      clock.advance(1000);
      expect(call.events.map(({ type }) => type)).toEqual(['ringing']);
      isFarAlive = false;
      await eventually(
        async () => {
          clock.advance(1000);
          return call.events.length + exchange.received.length;
        },
        (heard) => heard > 1,
      );
      if (address === 'exchange') exchange.respond(await exchange.takeRequest('INVITE'), 486, { tag: 'e' });
      const failure = address === 'exchange' ? { failure: 'busy' } : { failure: 'unavailable', code: '480' };
      expect(await call.failure()).toMatchObject(failure);
    },
  );

  test('goes to the extension’s server if the phone’s connection is closed', async () => {
    const { near, bindings } = await registered();
    const [binding] = bindings.get('7') ?? [];
    if (binding === undefined) throw new Error('It has registered.');
    bindings.set('7', [{ ...binding, transport: 'tcp' }]);
    const exchange = await openSipPeer();
    const call = dial(near, extension({ address: `127.0.0.1:${exchange.port}` }), inside);
    exchange.respond(await exchange.takeRequest('INVITE'), 486, { tag: 'e' });
    expect(await call.failure()).toMatchObject({ failure: 'busy' });
  });

  test('fails with 430 if the phone’s connection is closed and the extension has no server', async () => {
    const { near, bindings } = await registered();
    const [binding] = bindings.get('7') ?? [];
    if (binding === undefined) throw new Error('It has registered.');
    bindings.set('7', [{ ...binding, transport: 'tcp' }]);
    expect(await dial(near, extension(), inside).failure()).toMatchObject({
      failure: 'unavailable',
      code: '430',
    });
  });
});

function branchOf(request: SipRequest): string | undefined {
  return /branch=([^;]+)/.exec(headerOf(request, 'via') ?? '')?.[1];
}

describe('the relay refuses', () => {
  interface Stranger {
    callId?: string;
    method?: string;
    toTag?: string;
    hops?: number;
  }

  /** Sends a request with a Route from an unknown source. @returns its status */
  async function led(
    { far }: Scene,
    token: string,
    { callId = 'theirs', method = 'INVITE', toTag, hops = 70 }: Stranger = {},
  ): Promise<number> {
    const stranger = await openSipPeer();
    const headers = [`Route: <sip:${token}@127.0.0.1:${far.port};lr>`, `Max-Forwards: ${hops}`];
    const dialog = toTag === undefined ? {} : { toTag };
    stranger.request(far.port, { method, callId, sequence: 1, headers, ...dialog });
    return (await stranger.takeResponse(method)).status;
  }

  function placeOf({ port }: SipPeer): { transport: 'udp'; address: string; port: number } {
    return { transport: 'udp', address: '127.0.0.1', port };
  }

  test('an invalid or changed token, or a token of another call', async () => {
    const scene = await registered();
    const grant = { telephone: placeOf(scene.phone), caller: null };
    const token = scene.tokens.write(grant, 'ours');
    const middle = `${token.slice(0, 40)}${token[40] === 'x' ? 'y' : 'x'}${token.slice(41)}`;
    for (const shown of ['flow.', `flow.${'x'.repeat(60)}`, `flow.${'x'.repeat(5000)}`, token]) {
      expect(await led(scene, shown)).toBe(403);
    }
    expect(await led(scene, middle, { callId: 'ours' })).toBe(403);
    expect(scene.phone.received.filter(({ kind }) => kind === 'request')).toEqual([]);
  });

  test('an expired token', async () => {
    const scene = await registered();
    const past = new FlowTokens(INSTALLATION, { now: () => new Date(Date.now() - 16 * 60_000) });
    const token = past.write({ telephone: placeOf(scene.phone), caller: null }, 'ours');
    expect(await led(scene, token, { callId: 'ours' })).toBe(403);
  });

  test('methods that are not part of calls, and exhausted Max-Forwards', async () => {
    const scene = await registered();
    const token = scene.tokens.write({ telephone: placeOf(scene.phone), caller: null }, 'ours');
    expect(await led(scene, token, { callId: 'ours', method: 'MESSAGE' })).toBe(403);
    expect(await led(scene, token, { callId: 'ours', hops: 0 })).toBe(483);
  });

  test('requests from another source with an intercepted route', async () => {
    const up = await established();
    const [route = ''] = headersOf(up.invite, 'record-route');
    const token = /sip:(flow\.[^@]+)@/.exec(route)?.[1] ?? '';
    const callId = headerOf(up.invite, 'call-id') ?? '';
    expect(await led(up, token, { callId })).toBe(403);
    expect(await led(up, token, { callId: randomUUID(), method: 'BYE', toTag: 'p' })).toBe(403);
    const elsewhere = await openSipPeer('127.0.0.2');
    const headers = [`Route: ${route}`];
    elsewhere.request(up.far.port, { method: 'BYE', callId, sequence: 9, toTag: 'p', headers });
    expect((await elsewhere.takeResponse('BYE')).status).toBe(403);
    expect(await led(up, token, { callId, method: 'BYE', toTag: 'p' })).toBe(403);
    expect(up.heard.ends).toEqual([]);
    expect(up.phone.received.filter((one) => one.kind === 'request' && one.method === 'BYE')).toEqual([]);
  });

  test('unsigned requests to the phone', async () => {
    const up = await established();
    const stranger = await openSipPeer();
    const bye = within(up, 'BYE', []).replace('192.168.1.9:5060', `127.0.0.1:${stranger.port}`);
    stranger.send(up.near.port, bye);
    expect((await stranger.takeResponse('BYE')).status).toBe(403);
    expect(up.heard.ends).toEqual([]);
    up.phone.send(up.far.port, within(up, 'BYE'));
    expect(await up.heard.end()).toEqual({ kind: 'remote-hang-up' });
  });

  test('a response without a request', async () => {
    const { far } = await registered();
    const [victim, stranger] = [await openSipPeer(), await openSipPeer()];
    const answer = (signature: string): string =>
      [
        'SIP/2.0 200 OK',
        `Via: SIP/2.0/UDP 127.0.0.1:${far.port};branch=z9hG4bK.x;parley-way=${signature}`,
        `Via: SIP/2.0/UDP 127.0.0.1:${victim.port};branch=z9hG4bKy`,
        'From: <sip:a@b>;tag=a',
        'To: <sip:b@a>;tag=b',
        'Call-ID: c',
        'CSeq: 1 INVITE',
        'Content-Length: 0',
        '',
        '',
      ].join('\r\n');
    for (const signature of ['', 'x', 'x'.repeat(22), 'é'.repeat(22)])
      stranger.send(far.port, answer(signature));
    stranger.request(far.port, { method: 'OPTIONS', callId: 'after', sequence: 1 });
    await stranger.takeResponse('OPTIONS');
    expect(victim.received).toEqual([]);
  });
});

describe.skipIf(isMissing('baresip'))('baresip', () => {
  test.each(['the phone', 'us'])(
    'registered over TCP at another process has audio in both directions until a hang-up by %s',
    async (who) => {
      const { near, far, bindings } = await twoProcesses();
      const phone = await startBaresip(uniqueAudio, registeringAccount('desk', far.port, 'tcp'));
      await eventually(
        async () => bindings.get('7')?.[0]?.transport,
        (transport) => transport === 'tcp',
      );
      const leg = await dial(near, extension(), inside).leg();
      const heard = listenTo(leg);
      await isReceivedBy(phone, leg);
      await receivesUniqueAudio(heard, 3200);
      if (who === 'us') leg.hangUp();
      else phone.command('hangup');
      expect(await heard.end()).toEqual({ kind: who === 'us' ? 'local-hang-up' : 'remote-hang-up' });
      // The phone is free again; without the BYE it would be busy.
      const again = listenTo(await dial(near, extension(), inside).leg());
      phone.command('hangup');
      expect(await again.end()).toEqual({ kind: 'remote-hang-up' });
    },
  );

  test.each(['hangs up', 'holds, then hangs up'])(
    'that %s after the relaying process died is detected 15 seconds later',
    async (what) => {
      const clock = manualClock();
      const { near, far, bindings } = await twoProcesses({ clock });
      const phone = await startBaresip(uniqueAudio, registeringAccount('desk', far.port, 'tcp'));
      await eventually(
        async () => bindings.get('7')?.[0]?.transport,
        (transport) => transport === 'tcp',
      );
      const leg = await dial(near, extension(), inside).leg();
      const heard = listenTo(leg);
      await eventually(
        async () => heard.samples.length,
        (length) => length > 8000,
      );
      if (what.startsWith('holds')) {
        phone.command('hold');
        await eventually(
          async () => leg.send(new Int16Array(160)),
          (isSent) => !isSent,
        );
      }
      const closed = far.close();
      clock.advance(2000);
      await closed;
      const before = heard.samples.length;
      if (!what.startsWith('holds')) {
        // Audio still flows in both directions.
        await eventually(
          async () => heard.samples.length,
          (length) => length > before + 8000,
        );
        expect(heard.ends).toEqual([]);
      }
      phone.command('hangup');
      const end = await eventually(
        async () => {
          clock.advance(1000);
          return heard.ends[0];
        },
        (one) => one !== undefined,
      );
      expect(end).toEqual({ kind: 'lost', reason: 'No media arrived for 15 seconds.' });
    },
  );
});
