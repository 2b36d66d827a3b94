import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { MediaLeg } from '../../src/voice/legs/media-leg.ts';
import {
  type CarrierRoute,
  has,
  listen,
  OUR_NUMBER,
  openCarrierRoute,
} from '../kit/call-carrier-fake/carrier-route.ts';
import { eventually } from '../kit/eventually.ts';

let line: CarrierRoute;
beforeAll(async () => {
  line = await openCarrierRoute();
});
afterAll(() => line.close());
afterEach(() => line.closeRoute());

const tone = new Int16Array(160).fill(4000);

describe('an inbound call', () => {
  const call = { from: '+40721000009', to: OUR_NUMBER };
  const url = (): string => `${line.origin}/api/carriers/calls/twilio/inbound`;

  test('is answered with audio', async () => {
    const legs: MediaLeg[] = [];
    await line.open(async (one) => void legs.push(await one.answer()));
    const { sid, from } = await line.fake.callIn({ ...call, url: url() });
    await has(legs, 1);
    expect(line.inbound[0]).toMatchObject({ route: 'twilio', carrierCallId: sid, from, to: OUR_NUMBER });
    const heard = listen(legs[0] ?? expect.fail());
    legs[0]?.send(tone);
    await has(heard.frames, 1);
    expect(line.inbound[0]?.signal.aborted).toBe(false);
    line.clock().advance(60_000);
    expect(line.inbound[0]?.signal.aborted).toBe(false);
    await line.fake.hangsUp(sid);
    expect(await has(heard.ends, 1)).toEqual([{ kind: 'remote-hang-up' }]);
    expect(line.inbound[0]?.signal.aborted).toBe(true);
  });

  test.each([
    ['busy', 'busy'],
    ['unknown-number', 'rejected'],
    ['declined', 'rejected'],
    ['unavailable', 'rejected'],
    ['stopping', 'rejected'],
  ] as const)('is rejected as %s', async (reason, said) => {
    await line.open((one) => one.reject(reason));
    const { instructions } = await line.fake.callIn({ ...call, url: url() });
    expect(instructions[0]).toContain(`<Reject reason="${said}"/>`);
    line.clock().advance(20_000);
  });

  test('is presented once even if the carrier repeats its request', async () => {
    await line.open((one) => void one.answer().catch(() => undefined));
    const first = await line.fake.callIn({ ...call, url: url() });
    const again = await line.fake.callIn({ ...call, url: url(), sid: first.sid });
    expect(again.answers.slice(0, 2)).toEqual([200, 200]);
    expect(line.inbound).toHaveLength(1);
  });

  test('is hung up if no decision comes in time, and a late decision fails', async () => {
    await line.open();
    const coming = line.fake.callIn({ ...call, url: url() });
    await eventually(
      async () => line.inbound,
      (all) => all.length === 1,
    );
    line.clock().advance(12_000);
    expect((await coming).instructions[0]).toContain('<Hangup/>');
    expect(line.inbound[0]?.signal.aborted).toBe(true);
    await expect(line.inbound[0]?.answer()).rejects.toThrow('hung up');
  });

  test('is rejected without the carrier’s signature', async () => {
    await line.open();
    const forged = await line.fake.callIn({ ...call, url: url(), isForged: true });
    expect(forged.answers).toEqual([403]);
    const elsewhere = `${line.origin}/api/carriers/calls/nobody/inbound`;
    expect((await line.fake.callIn({ ...call, url: elsewhere })).answers).toEqual([404, 404]);
    expect(line.inbound).toEqual([]);
  });
});
