import { expect, test } from 'vitest';
import type { MediaLeg } from '../../src/voice/legs/media-leg.ts';
import { manualClock } from '../kit/clocks.ts';
import { eventually } from '../kit/eventually.ts';
import { startBaresip } from '../kit/sip/baresip.ts';
import { isMissing } from '../kit/sip/programs.ts';
import { invite, scene } from '../kit/sip/scene.ts';
import { peerSdp, tagOf } from '../kit/sip/sip-peer.ts';
import { dial, startTestAgent, testTrunk } from '../kit/sip/test-agent.ts';
import { scriptedAssistant } from '../kit/voice/scripted-assistant.ts';
import { voiceCall } from '../kit/voice/voice-call.ts';

const settings = { reengagementIntervalMs: 7000, maxSilenceMs: 12_000 };
const LONG = 'One two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen.';

/** A conversation over a real call with a silent peer. */
async function conversation(body = peerSdp(9, 'recvonly')) {
  const legs: MediaLeg[] = [];
  const set = await scene(async (call) => {
    legs.push(await call.answer());
  });
  set.say({ ...invite, body });
  let answer = await set.peer.takeResponse('INVITE');
  while (answer.status < 200) answer = await set.peer.takeResponse('INVITE');
  const toTag = tagOf(answer);
  set.say({ method: 'ACK', sequence: 1, toTag });
  const [leg] = await eventually(
    async () => legs,
    ({ length }) => length > 0,
  );
  if (leg === undefined) throw new Error('There is no leg.');
  const assistant = scriptedAssistant({ initialMessage: LONG, ...settings });
  const call = voiceCall({ assistant, over: { leg, clock: set.clock } });
  let sequence = 1;
  const changeTo = async (direction: string): Promise<void> => {
    sequence += 1;
    set.say({ method: 'INVITE', sequence, toTag, body: peerSdp(9, direction) });
    expect((await set.peer.takeResponse('INVITE')).status).toBe(200);
    set.say({ method: 'ACK', sequence, toTag });
  };
  return { ...set, call, leg, changeTo };
}

test.each(['inactive', 'sendonly'])(
  'a call put on hold with a=%s is silent, stays up, and resumes',
  async (direction) => {
    const { call, leg, changeTo } = await conversation();
    await call.advance(1000);
    await changeTo(direction);
    expect(await leg.sendDigits('1')).toEqual({
      kind: 'refused',
      reason: 'The other side has put the call on hold.',
    });
    await call.advance(60_000);
    expect(call.outcome).toBeNull();
    expect(call.events).toEqual([]);
    await changeTo('recvonly');
    await call.advance(3000);
    expect(call.told('assistant-said')).toMatchObject([{ text: LONG, interrupted: false }]);
    expect(call.told('assistant-said')[0]?.atMs).toBeGreaterThan(62_900);
    await call.advance(15_000);
    expect(call.told('reengaged')).toHaveLength(1);
    expect(call.outcome).toMatchObject({ reason: 'silence' });
  },
);

test('a call that starts on hold is greeted once it resumes', async () => {
  const { call, changeTo } = await conversation(peerSdp(9, 'inactive'));
  await call.advance(20_000);
  expect(call.events).toEqual([]);
  await changeTo('recvonly');
  await call.advance(4000);
  expect(call.told('assistant-said')).toMatchObject([{ text: LONG, interrupted: false }]);
});

test.skipIf(isMissing('baresip'))('baresip holds and resumes a call', async () => {
  const phone = await startBaresip(new Int16Array(8000 * 60));
  const clock = manualClock();
  const agent = await startTestAgent({ clock });
  const leg = await dial(agent, testTrunk(phone.port), { to: `sip:bob@127.0.0.1:${phone.port}` }).leg();
  const holds: boolean[] = [];
  const assistant = scriptedAssistant({ initialMessage: LONG, ...settings });
  const call = voiceCall({ assistant, over: { leg: watched(leg, holds), clock } });
  await call.advance(1000);
  phone.command('hold');
  await eventually(
    async () => holds,
    ({ length }) => length === 1,
  );
  await call.advance(60_000);
  expect(call.outcome).toBeNull();
  expect(call.events).toEqual([]);
  phone.command('resume');
  await eventually(
    async () => holds,
    ({ length }) => length === 2,
  );
  await call.advance(3000);
  expect(call.told('assistant-said')).toMatchObject([{ text: LONG, interrupted: false }]);
  expect(holds).toEqual([true, false]);
});

/** Wraps a leg and records its hold changes. */
function watched(leg: MediaLeg, holds: boolean[]): MediaLeg {
  return {
    kind: leg.kind,
    sampleRateHz: leg.sampleRateHz,
    start: (listener) =>
      leg.start({
        audio: (frame, positionMs) => listener.audio(frame, positionMs),
        digit: (digit) => listener.digit(digit),
        typed: (text) => listener.typed(text),
        holdChanged: (isHeld) => {
          holds.push(isHeld);
          listener.holdChanged?.(isHeld);
        },
        ended: (end) => listener.ended(end),
      }),
    send: (frame) => leg.send(frame),
    unplayedMs: () => leg.unplayedMs(),
    clear: () => leg.clear(),
    sendDigits: (digits) => leg.sendDigits(digits),
    transfer: (target, signal) => leg.transfer(target, signal),
    hangUp: () => leg.hangUp(),
  };
}
