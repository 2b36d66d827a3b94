import { describe, expect, test } from 'vitest';
import { systemClock } from '../../src/core/clock.ts';
import { tonePower } from '../../src/voice/audio/tones/goertzel.ts';
import type { MediaLeg } from '../../src/voice/legs/media-leg.ts';
import type { InboundCall } from '../../src/voice/legs/outbound-route.ts';
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
import { isReceivedBy, receivesUniqueAudio, silence, uniqueAudio } from '../kit/sip/unique-audio.ts';

describe.skipIf(isMissing('baresip'))('baresip', () => {
  test('passes audio unchanged in both directions, with a hold in between', async () => {
    const phone = await startBaresip(uniqueAudio);
    const agent = await startTestAgent();
    const leg = await dial(agent, testTrunk(phone.port), { to: `sip:bob@127.0.0.1:${phone.port}` }).leg();
    const heard = listenTo(leg);
    await isReceivedBy(phone, leg);
    await receivesUniqueAudio(heard, 3200);

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

  test.each(['G722/16000/1', 'opus/48000/2'])(
    'talks with us in %s, which carries 5 kHz, and presses keys',
    async (codec) => {
      const tone = (hertz: number, seconds: number): Int16Array =>
        Int16Array.from({ length: 16_000 * seconds }, (_, index) =>
          Math.round(6000 * Math.sin((2 * Math.PI * hertz * index) / 16_000)),
        );
      const isHeard = (samples: readonly number[]): boolean => {
        const last = Float64Array.from(samples.slice(-8000));
        return last.length === 8000 && tonePower(last, 5000, 16_000) > 3000 ** 2 / 2;
      };
      const phone = await startBaresip(tone(5000, 60), `${BOB};audio_codecs=${codec}`, { rateHz: 16_000 });
      const agent = await startTestAgent();
      const leg = await dial(agent, testTrunk(phone.port), { to: `sip:bob@127.0.0.1:${phone.port}` }).leg();
      expect(leg.sampleRateHz).toBe(16_000);
      const heard = listenTo(leg);
      await eventually(async () => heard.samples, isHeard);
      const frames = Array.from({ length: 50 }, () => tone(5000, 1).subarray(0, 320));
      await eventually(async () => {
        await speak(leg, frames);
        return phone.heard();
      }, isHeard);
      phone.command('sndcode', '4');
      await eventually(
        async () => heard.digits,
        (digits) => digits.length > 0,
      );
      expect(heard.digits).toEqual(['4']);
      leg.hangUp();
      expect(await heard.end()).toEqual({ kind: 'local-hang-up' });
    },
  );

  test('follows a transfer and hangs up', async () => {
    const phone = await startBaresip(uniqueAudio);
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

  test('calls us with SRTP and keeps audio after a hold', async () => {
    const phone = await startBaresip(uniqueAudio, `${BOB};mediaenc=srtp-mand`);
    const heard: Heard[] = [];
    const legs: MediaLeg[] = [];
    const agent = await startTestAgent({
      directory: directoryOf(testTrunk(phone.port)),
      onInvite: async (call) => {
        const leg = await call.answer();
        heard.push(listenTo(leg));
        legs.push(leg);
      },
    });
    phone.command('dial', `sip:+40721000000@127.0.0.1:${agent.port}`);
    const [leg = expect.fail()] = await eventually(
      async () => legs,
      ({ length }) => length > 0,
    );
    await isReceivedBy(phone, leg);
    await receivesUniqueAudio(heard[0], 3200);
    phone.command('hold');
    await stopsGrowing(heard[0], () => systemClock.sleep(500));
    phone.command('resume');
    const before = heard[0]?.samples.length ?? 0;
    await eventually(
      async () => heard[0]?.samples.length ?? 0,
      (length) => length > before + 3200,
    );
    await receivesUniqueAudio(heard[0], 1600);
    phone.command('hangup');
    expect(await heard[0]?.end()).toEqual({ kind: 'remote-hang-up' });
  });

  test('is called with SRTP and rejects a plain call', async () => {
    const phone = await startBaresip(uniqueAudio, `${BOB};mediaenc=srtp-mand`);
    const agent = await startTestAgent();
    const to = `sip:bob@127.0.0.1:${phone.port}`;
    expect((await dial(agent, testTrunk(phone.port), { to }).failure()).code).toBe('488');
    const trunk = testTrunk(0, { address: `127.0.0.1:${phone.port};media=srtp` });
    const leg = await dial(agent, trunk, { to }).leg();
    const heard = listenTo(leg);
    await isReceivedBy(phone, leg);
    await receivesUniqueAudio(heard, 3200);
    leg.hangUp();
    expect(await heard.end()).toEqual({ kind: 'local-hang-up' });
  });

  test('calls us with its password and sends a key', async () => {
    const phone = await startBaresip(uniqueAudio);
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
      async () => heard,
      ({ length }) => length > 0,
    );
    await receivesUniqueAudio(heard[0], 1600);
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

/** Waits until no audio arrives during a run of `meanwhile`. */
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
