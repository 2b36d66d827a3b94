import { describe, expect, test } from 'vitest';
import { decodeUlaw } from '../../src/core/g711.ts';
import type { InboundCall } from '../../src/voice/legs/outbound-route.ts';
import { manualClock } from '../kit/clocks.ts';
import { eventually } from '../kit/eventually.ts';
import { isMissing } from '../kit/sip/programs.ts';
import { startSipp } from '../kit/sip/sipp.ts';
import { extension, memoryBindings } from '../kit/sip/softphone.ts';
import {
  dial,
  directoryOf,
  type Heard,
  listenTo,
  speak,
  startTestAgent,
  testTrunk,
} from '../kit/sip/test-agent.ts';
import { contains, type Rounding } from '../kit/voice/same-samples.ts';

/** Audio that µ-law encodes without loss, with distinct frames. */
const frames = Array.from({ length: 60 }, (_, index) =>
  decodeUlaw(Uint8Array.from({ length: 160 }, (_unused, sample) => (index * 7 + sample * 3) % 256)),
);

const exactly: Rounding = () => 0;

const silence = Array.from({ length: 25 }, () => new Int16Array(160));

describe.skipIf(isMissing('sipp'))('sipp', () => {
  test.each(['u1', 't1'])('answers over %s and echoes every sample unchanged', async (transport) => {
    const sipp = await startSipp('uas', { options: ['-rtp_echo', '-t', transport] });
    const agent = await startTestAgent();
    const trunk = testTrunk(sipp.port);
    const address = transport === 't1' ? `${trunk.address};transport=tcp` : trunk.address;
    const dialed = dial(agent, { ...trunk, address });
    const leg = await dialed.leg();
    expect(dialed.events.map(({ type }) => type)).toEqual(['ringing', 'answered']);
    const heard = listenTo(leg);
    // Packets sent before the peer opened its port, or late on a busy machine, do not count: repeat until all arrive.
    const sent = frames.flatMap((frame) => [...frame]);
    await eventually(
      async () => {
        await speak(leg, [...silence, ...frames, ...silence]);
        return heard.samples;
      },
      (echo) => contains(echo, sent, exactly),
    );
    leg.hangUp();
    expect(await heard.end()).toEqual({ kind: 'local-hang-up' });
    expect(await sipp.ended).toBe(0);
  });

  test.each<[string, Record<string, string>, number]>([
    ['with its password', {}, 200],
    ['over TCP', { TRANSPORT: 't1' }, 200],
    ['with another password', { PASSWORD: 'guess' }, 403],
    ['with an unknown username', { USERNAME: 'nobody' }, 403],
    ['for a time that is too short', { SECONDS: '30' }, 423],
    ['with an uncallable Contact', { CONTACT: '<tel:+40721000000>' }, 400],
    ['with removal of all Contacts', { CONTACT: '*', SECONDS: '0' }, 200],
    ['with * and a nonzero Expires', { CONTACT: '*' }, 400],
  ])('registers %s: %o gets %i', async (_name, { TRANSPORT = 'u1', ...changes }, status) => {
    const bindings = memoryBindings();
    const agent = await startTestAgent({
      directory: directoryOf(extension()),
      registrar: { bindings, host: 'here', processId: 'process', others: null },
    });
    const contact = '<sip:desk@[local_ip]:[local_port];transport=[transport]>';
    const sipp = await startSipp('registers.xml', {
      target: `127.0.0.1:${agent.port}`,
      options: ['-t', TRANSPORT, '-s', 'desk'],
      blanks: {
        CONTACT: contact,
        SECONDS: '600',
        USERNAME: 'desk',
        PASSWORD: 'secret',
        ...changes,
        STATUS: String(status),
      },
    });
    expect(await sipp.ended, sipp.words()).toBe(0);
    const count = status === 200 && !('CONTACT' in changes) ? 1 : 0;
    expect(bindings.all.get('7') ?? []).toHaveLength(count);
  });

  test.each([
    [486, 'busy'],
    [603, 'rejected'],
    [404, 'invalid-number'],
    [503, 'unavailable'],
  ])('refuses with %i: %s', async (status, failure) => {
    const sipp = await startSipp('refuses.xml', { blanks: { STATUS: String(status) } });
    const agent = await startTestAgent();
    const dialed = dial(agent, testTrunk(sipp.port));
    expect(await dialed.failure()).toMatchObject({ failure, code: String(status) });
    expect(await sipp.ended).toBe(0);
  });

  test.each(['no-answer', 'canceled'])(
    'rings until the ringing time is over or we cancel: %s',
    async (failure) => {
      const sipp = await startSipp('never-answers.xml');
      const clock = manualClock();
      const agent = await startTestAgent({ clock });
      const dialed = dial(agent, testTrunk(sipp.port), { ringingTimeMs: 60_000 });
      await eventually(
        async () => dialed.events,
        (events) => events.length > 0,
      );
      if (failure === 'canceled') dialed.cancel();
      else clock.advance(60_000);
      expect(await dialed.failure()).toMatchObject({ failure });
      expect(dialed.events.map(({ type }) => type)).toEqual(['ringing', 'failed']);
      expect(await sipp.ended).toBe(0);
    },
  );

  test('calls us with a password, holds, resumes and sends keys', async () => {
    const calls: InboundCall[] = [];
    const heard: Heard[] = [];
    const agent = await startTestAgent({
      directory: directoryOf(testTrunk(5060)),
      onInvite: async (call) => {
        calls.push(call);
        call.ring();
        heard.push(listenTo(await call.answer()));
      },
    });
    const sipp = await startSipp('calls-with-password.xml', {
      target: `127.0.0.1:${agent.port}`,
      options: ['-s', '+40721000000'],
    });
    expect(await sipp.ended, sipp.words()).toBe(0);
    expect(calls).toMatchObject([{ route: '1', from: '+40733000000', to: '+40721000000' }]);
    expect(heard).toMatchObject([{ digits: ['4', '2', '#'], ends: [{ kind: 'remote-hang-up' }] }]);
  });

  test('makes 400 calls at 100 per second, each with hold and BYE', async () => {
    const heard: Heard[] = [];
    let [present, most] = [0, 0];
    const agent = await startTestAgent({
      directory: directoryOf(
        testTrunk(5060, { inboundAuthorization: 'ip', allowedInboundIps: ['127.0.0.1'] }),
      ),
      onInvite: async (call) => {
        const leg = listenTo(await call.answer());
        heard.push(leg);
        present += 1;
        most = Math.max(most, present);
        await leg.end();
        present -= 1;
      },
    });
    const sipp = await startSipp('uac', {
      target: `127.0.0.1:${agent.port}`,
      calls: 400,
      options: ['-s', '+40721000000', '-r', '100', '-l', '100', '-d', '500'],
    });
    expect(await sipp.ended, sipp.words()).toBe(0);
    await eventually(
      async () => present,
      (left) => left === 0,
    );
    expect(heard).toHaveLength(400);
    expect(heard.flatMap(({ ends }) => ends.map(({ kind }) => kind))).toEqual(
      Array(400).fill('remote-hang-up'),
    );
    expect(most).toBeGreaterThan(20);
  });
});
