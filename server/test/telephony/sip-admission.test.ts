import { describe, expect, test } from 'vitest';
import { headerOf } from '../../src/telephony/sip/message/sip-message.ts';
import { eventually } from '../kit/eventually.ts';
import { invite, scene, trusted } from '../kit/sip/scene.ts';
import { testTrunk } from '../kit/sip/test-agent.ts';

describe('admission of inbound calls', () => {
  test('challenges an unknown caller without presenting a call', async () => {
    const { say, peer, calls } = await scene(undefined, []);
    say(invite);
    const answer = await peer.takeResponse('INVITE');
    expect(answer.status).toBe(401);
    expect(headerOf(answer, 'www-authenticate')).toContain('qop="auth"');
    expect(calls).toEqual([]);
  });

  test.each(['bob', 'nobody'])(
    'refuses wrong credentials of any user in the same way: %s',
    async (username) => {
      const { say, peer, calls } = await scene(undefined, [testTrunk(5060)]);
      say(invite);
      const nonce = /nonce="([^"]+)"/.exec(
        headerOf(await peer.takeResponse('INVITE'), 'www-authenticate') ?? '',
      )?.[1];
      const authorization = `Digest username="${username}", realm="parley", nonce="${nonce}", uri="sip:x", response="00", qop=auth, nc=00000001, cnonce="c"`;
      say({ ...invite, sequence: 2, headers: [`Authorization: ${authorization}`] });
      expect(await peer.takeResponse('INVITE')).toMatchObject({ status: 403, reason: 'Forbidden', body: '' });
      expect(calls).toEqual([]);
    },
  );

  test('selects among the trunks of an address by number, and challenges an unknown number', async () => {
    const other = { ...trusted, id: '2', phoneNumber: '+40744000000' };
    const { say, peer, calls, agent } = await scene(undefined, [trusted, other]);
    say({ ...invite, uri: `sip:0744000000@127.0.0.1:${agent.port}` });
    await eventually(
      async () => calls,
      ({ length }) => length > 0,
    );
    expect(calls).toMatchObject([{ route: '2', to: '+40744000000', from: '+40733000000' }]);
    say({ ...invite, sequence: 2, uri: `sip:0755000000@127.0.0.1:${agent.port}` });
    await eventually(
      async () => peer.received.map((one) => (one.kind === 'response' ? one.status : 0)),
      (all) => all.includes(401),
    );
  });
});

test('answers OPTIONS', async () => {
  const { say, peer } = await scene(undefined, []);
  say({ method: 'OPTIONS', sequence: 1 });
  const answer = await peer.takeResponse('OPTIONS');
  expect(answer.status).toBe(200);
  expect(headerOf(answer, 'allow')).toContain('INVITE');
  for (const [method, status] of [
    ['MESSAGE', 405],
    ['REFER', 405],
    ['FANCY', 501],
  ] as const) {
    say({ method, sequence: 2 });
    expect((await peer.takeResponse(method)).status).toBe(status);
  }
});
