import { describe, expect, test } from 'vitest';
import { systemClock } from '../../src/core/clock.ts';
import { decodeUlaw } from '../../src/core/g711.ts';
import type { InboundCall } from '../../src/voice/legs/line.ts';
import { eventually } from '../kit/eventually.ts';
import { BOB, startBaresip } from '../kit/sip/baresip.ts';
import { isMissing } from '../kit/sip/programs.ts';
import {
  dial,
  directoryOf,
  type Heard,
  listenTo,
  speak,
  startTestAgent,
  testTrunk,
} from '../kit/sip/test-agent.ts';
import { contains } from '../kit/voice/same-samples.ts';

/** Sound that survives µ-law as it is and repeats itself nowhere; its end would end the call. */
const says = decodeUlaw(
  Uint8Array.from({ length: 8000 * 60 }, (_, index) => (index * index + index / 3) % 256),
);
const frames = Array.from({ length: 50 }, (_, index) => says.slice(index * 977, index * 977 + 160));
const silence = Array.from({ length: 25 }, () => new Int16Array(160));

describe.skipIf(isMissing('baresip'))('baresip', () => {
  test('both hear each other, sample by sample; a hold is silence, and ends', async () => {
    const phone = await startBaresip(says);
    const agent = await startTestAgent();
    const leg = await dial(agent, testTrunk(phone.port), { to: `sip:bob@127.0.0.1:${phone.port}` }).leg();
    const heard = listenTo(leg);
    await speak(leg, [...silence, ...frames, ...silence]);
    expect(contains(says, heard.samples.slice(1600, 4800))).toBe(true);
    const sent = frames.slice(20, 30).flatMap((frame) => [...frame]);
    await eventually(
      () => phone.heard(),
      (samples) => contains(samples, sent),
    );

    phone.command('hold');
    await stopsGrowing(heard, () => speak(leg, silence));
    phone.command('resume');
    const before = heard.samples.length;
    await eventually(
      async () => heard.samples.length,
      (length) => length > before,
    );
    phone.command('hangup');
    expect(await heard.end()).toEqual({ kind: 'remote-hang-up' });
  });

  test('it goes where we send it, and leaves us', async () => {
    const phone = await startBaresip(says);
    const agent = await startTestAgent();
    const calls: InboundCall[] = [];
    const other = await startTestAgent({
      directory: directoryOf(
        testTrunk(0, {
          inboundAuthorization: 'ip',
          allowedInboundIps: ['127.0.0.1'],
          phoneNumber: '+40744000000',
        }),
      ),
      onInvite: async (call) => {
        calls.push(call);
        listenTo(await call.answer());
      },
    });
    const leg = await dial(agent, testTrunk(phone.port), { to: `sip:bob@127.0.0.1:${phone.port}` }).leg();
    const heard = listenTo(leg);
    const target = `sip:+40744000000@127.0.0.1:${other.port}`;
    expect(await leg.transfer(target, AbortSignal.timeout(60_000))).toEqual({ kind: 'transferred' });
    expect(await heard.end()).toEqual({ kind: 'transferred' });
    expect(calls).toMatchObject([{ to: '+40744000000', from: 'bob' }]);
  });

  test('it calls us encrypted: both hear each other, also after a hold', async () => {
    const phone = await startBaresip(says, `${BOB};mediaenc=srtp-mand`);
    const heard: Heard[] = [];
    const agent = await startTestAgent({
      directory: directoryOf(testTrunk(phone.port)),
      onInvite: async (call) => {
        const leg = await call.answer();
        heard.push(listenTo(leg));
        await speak(leg, [...silence, ...frames, ...silence]);
      },
    });
    phone.command('dial', `sip:+40721000000@127.0.0.1:${agent.port}`);
    await eventually(
      async () => heard[0]?.samples ?? [],
      (samples) => samples.length > 4800,
    );
    expect(contains(says, heard[0]?.samples.slice(1600, 4800) ?? [])).toBe(true);
    const sent = frames.slice(20, 30).flatMap((frame) => [...frame]);
    await eventually(
      () => phone.heard(),
      (samples) => contains(samples, sent),
    );
    phone.command('hold');
    await stopsGrowing(heard[0], () => systemClock.sleep(500));
    phone.command('resume');
    const before = heard[0]?.samples.length ?? 0;
    await eventually(
      async () => heard[0]?.samples.length ?? 0,
      (length) => length > before + 3200,
    );
    expect(contains(says, heard[0]?.samples.slice(before + 1600, before + 3200) ?? [])).toBe(true);
    phone.command('hangup');
    expect(await heard[0]?.end()).toEqual({ kind: 'remote-hang-up' });
  });

  test('we call it encrypted: both hear each other; it takes no call in the clear', async () => {
    const phone = await startBaresip(says, `${BOB};mediaenc=srtp-mand`);
    const agent = await startTestAgent();
    const to = `sip:bob@127.0.0.1:${phone.port}`;
    expect((await dial(agent, testTrunk(phone.port), { to }).failure()).code).toBe('488');
    const trunk = testTrunk(0, { address: `127.0.0.1:${phone.port};media=srtp` });
    const leg = await dial(agent, trunk, { to }).leg();
    const heard = listenTo(leg);
    await speak(leg, [...silence, ...frames, ...silence]);
    expect(contains(says, heard.samples.slice(1600, 4800))).toBe(true);
    const sent = frames.slice(20, 30).flatMap((frame) => [...frame]);
    await eventually(
      () => phone.heard(),
      (samples) => contains(samples, sent),
    );
    leg.hangUp();
    expect(await heard.end()).toEqual({ kind: 'local-hang-up' });
  });

  test('it calls us with its password, and presses a key', async () => {
    const phone = await startBaresip(says);
    const heard: Heard[] = [];
    const agent = await startTestAgent({
      directory: directoryOf(testTrunk(phone.port)),
      onInvite: async (call) => {
        call.ring();
        const leg = await call.answer();
        heard.push(listenTo(leg));
        await speak(leg, silence);
      },
    });
    phone.command('dial', `sip:+40721000000@127.0.0.1:${agent.port}`);
    await eventually(
      async () => heard[0]?.samples ?? [],
      (samples) => samples.length > 3200,
    );
    expect(contains(says, heard[0]?.samples.slice(1600, 3200) ?? [])).toBe(true);
    phone.command('sndcode', '7');
    await eventually(
      async () => heard[0]?.digits ?? [],
      (digits) => digits.length > 0,
    );
    expect(heard[0]?.digits).toEqual(['7']);
    phone.command('hangup');
    expect(await heard[0]?.end()).toEqual({ kind: 'remote-hang-up' });
  });
});

/** Until a whole turn of `meanwhile` brings nothing. */
async function stopsGrowing(heard: Heard | undefined, meanwhile: () => Promise<void>): Promise<void> {
  let before = -1;
  await eventually(
    async () => {
      before = heard?.samples.length ?? 0;
      await meanwhile();
      return heard?.samples.length ?? 0;
    },
    (after) => after === before,
  );
}
