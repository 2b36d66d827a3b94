import { expect, test } from 'vitest';
import { type VirtualTime, virtualTime } from '../../../test/kit/virtual-time.ts';
import type { LegEnd, MediaLeg } from '../../voice/legs/media-leg.ts';
import type { DialEvent } from '../../voice/legs/outbound-route.ts';
import type { Person, PersonStep } from './person.ts';
import { sandboxPerson } from './sandbox-population.ts';
import { SimulatedCarrier } from './simulated-carrier.ts';

const TO = '+15550000000';

function carrier(people: (number: string) => Person = sandboxPerson) {
  const time = virtualTime();
  const seen: string[] = [];
  const made = new SimulatedCarrier({
    name: 'sandbox',
    clock: time,
    mediaClock: time.mediaClock,
    population: people,
    voice: async (text) => new Int16Array(text.length * 400).fill(6000),
    onObservation: ({ type, to }) => seen.push(`${type} ${to.slice(-2)}`),
  });
  const dial = (to: string, ringingTimeMs = 30_000) => {
    const events: DialEvent[] = [];
    const request = { attemptId: 'a', from: '+15551111111', to, ringingTimeMs };
    return { events, dialing: made.dial(request, (event) => events.push(event)) };
  };
  return { time, carrier: made, dial, seen };
}

interface Heard {
  /** Positions of frames with speech. */
  loud: number[];
  digits: string;
  typed: string[];
  transcribed: string[];
  ends: LegEnd[];
  speaks: boolean;
}

/** Listens to a leg and sends speech or silence with the media clock. */
function hold(leg: MediaLeg, time: VirtualTime) {
  const heard: Heard = { loud: [], digits: '', typed: [], transcribed: [], ends: [], speaks: false };
  const stop = time.mediaClock.every20Ms(() => leg.send(new Int16Array(160).fill(heard.speaks ? 5000 : 0)));
  leg.start({
    audio: (frame, positionMs) => {
      if (frame.some((sample) => Math.abs(sample) > 1000)) heard.loud.push(positionMs);
    },
    digit: (digit) => {
      heard.digits += digit;
    },
    typed: (text) => heard.typed.push(text),
    transcribed: (text) => heard.transcribed.push(`${text} ${heard.loud.length}`),
    ended: (end) => {
      heard.ends.push(end);
      stop();
    },
  });
  return heard;
}

const answers = (script: PersonStep[]): Person => ({
  pickUp: { type: 'answers', afterMs: 100 },
  script,
  backgroundDbfs: null,
});

async function answered(script: PersonStep[]) {
  const { time, dial } = carrier(() => answers(script));
  const { events } = dial(TO);
  await time.pass(500);
  const event = events.at(-1);
  if (event?.type !== 'answered') throw new Error('Nobody answered.');
  return { time, leg: event.leg, heard: hold(event.leg, time) };
}

test.each([
  ['…01', 'busy', '486', false],
  ['…02', 'no-answer', '480', true],
  ['…04', 'rejected', '603', true],
  ['…05', 'invalid-number', '404', false],
  ['…06', 'unavailable', '503', false],
])('a call to %s fails with %s', async (ending, failure, code, rings) => {
  const { time, dial } = carrier();
  const { events } = dial(`+155500000${ending.slice(1)}`);
  expect(events).toEqual([]);
  await time.pass(35_000);
  const failed = { type: 'failed', failure, code, reason: expect.any(String) };
  expect(events).toEqual(rings ? [{ type: 'ringing' }, failed] : [failed]);
  expect(time.waiting()).toBe(0);
});

test('a call that is not answered ends after the ringing time', async () => {
  const { time, dial } = carrier();
  const { events } = dial('+15550000002', 5000);
  await time.pass(4900);
  expect(events.map(({ type }) => type)).toEqual(['ringing']);
  await time.pass(200);
  expect(events.at(-1)).toMatchObject({ type: 'failed', failure: 'no-answer' });
});

test.each([100, 1900])('a call canceled after %i ms ends without an answer', async (afterMs) => {
  const { time, dial } = carrier();
  const { events, dialing } = dial('+15550000000');
  await time.pass(afterMs);
  dialing.cancel();
  await time.pass(5000);
  expect(events.filter(({ type }) => type !== 'ringing')).toEqual([
    expect.objectContaining({ type: 'failed', failure: 'canceled' }),
  ]);
  expect(time.waiting()).toBe(0);
});

test('a simulated person performs the script in order', async () => {
  const { time, heard } = await answered([
    { type: 'wait', ms: 100 },
    { type: 'say', text: 'x'.repeat(10) },
    { type: 'press', digits: '4#' },
    { type: 'type', text: 'hello' },
    { type: 'wait', ms: 100 },
    { type: 'hang-up' },
  ]);
  await time.pass(3000);
  expect(heard.loud[0]).toBe(100);
  expect(heard.loud.length).toBe(25);
  expect([heard.digits, heard.typed, heard.ends]).toEqual(['4#', ['hello'], [{ kind: 'remote-hang-up' }]]);
  expect(time.waiting()).toBe(0);
});

test("a simulated person's words are emitted as text once spoken", async () => {
  const { time, heard } = await answered([
    { type: 'say', text: 'x'.repeat(10) },
    { type: 'wait', ms: 100 },
    { type: 'say', text: 'y'.repeat(5) },
  ]);
  await time.pass(3000);
  // The words end in the last of 25 frames.
  expect(heard.transcribed).toEqual([`${'x'.repeat(10)} 25`, `${'y'.repeat(5)} 38`]);
});

test('a simulated person listens until the other side has spoken and is quiet', async () => {
  const { time, heard } = await answered([
    { type: 'listen', quietMs: 500, atMostMs: 60_000 },
    { type: 'type', text: 'now' },
  ]);
  await time.pass(2000);
  heard.speaks = true;
  await time.pass(1000);
  heard.speaks = false;
  await time.pass(300);
  expect(heard.typed).toEqual([]);
  await time.pass(500);
  expect(heard.typed).toEqual(['now']);
});

test('a simulated person interrupts the other side', async () => {
  const { time, heard } = await answered([
    { type: 'let-speak', speakingMs: 800, atMostMs: 60_000 },
    { type: 'say', text: 'wait' },
  ]);
  heard.speaks = true;
  await time.pass(2000);
  expect(heard.loud[0]).toBeGreaterThanOrEqual(800);
  expect(heard.loud[0]).toBeLessThan(1000);
});

test('listening times out', async () => {
  const { time, heard } = await answered([
    { type: 'listen', quietMs: 500, atMostMs: 1000 },
    { type: 'let-speak', speakingMs: 500, atMostMs: 1000 },
    { type: 'hang-up' },
  ]);
  await time.pass(2100);
  expect(heard.ends).toEqual([{ kind: 'remote-hang-up' }]);
});

test('noise has the configured level', async () => {
  const { time, heard } = await answered([{ type: 'noise', ms: 200, levelDbfs: -20 }]);
  await time.pass(1000);
  expect(heard.loud.length).toBe(10);
});

test('a machine greets, beeps and listens', async () => {
  const { time, dial } = carrier();
  const { events } = dial('+15550000003');
  await time.pass(4100);
  const event = events.at(-1);
  const heard = hold(event?.type === 'answered' ? event.leg : expect.unreachable(), time);
  await time.pass(20_000);
  const breaks = heard.loud.filter((atMs, index) => atMs - (heard.loud[index - 1] ?? atMs) > 20);
  expect(breaks.length).toBe(1);
  expect((heard.loud.at(-1) ?? 0) - (breaks[0] ?? 0)).toBe(380);
  expect(heard.ends).toEqual([]);
});

test('our hang-up ends the call once', async () => {
  const { time, leg, heard } = await answered([]);
  leg.hangUp();
  leg.hangUp();
  await time.pass(100);
  expect(heard.ends).toEqual([{ kind: 'local-hang-up' }]);
  expect(await leg.transfer('+15550000000', new AbortController().signal)).toMatchObject({ kind: 'refused' });
  expect(time.waiting()).toBe(0);
});

test.each([
  ['+15550000000', { kind: 'transferred' }, [{ kind: 'transferred' }]],
  ['+15550000001', { kind: 'refused', isBusy: true }, []],
])('a transfer to %s ends with %o', async (target, became, ends) => {
  const { time, dial } = carrier();
  const { events } = dial('+15550000010');
  await time.pass(2100);
  const event = events.at(-1);
  const leg = event?.type === 'answered' ? event.leg : expect.unreachable();
  const heard = hold(leg, time);
  const outcome = leg.transfer(target, new AbortController().signal);
  await time.pass(5000);
  expect(await outcome).toMatchObject(became);
  expect(heard.ends).toEqual(ends);
});

test('sending keys takes time and stops with the call', async () => {
  const { time, leg } = await answered([]);
  let sent = 0;
  void leg.sendDigits('1w2').then(() => sent++);
  await time.pass(600);
  expect(sent).toBe(0);
  await time.pass(200);
  expect(sent).toBe(1);
  void leg.sendDigits('1'.repeat(1000)).then(() => sent++);
  leg.hangUp();
  await time.pass(20);
  expect(sent).toBe(2);
});

test('a registered phone receives the calls of its number', async () => {
  const { time, carrier: network, dial } = carrier();
  const stop = network.register(TO, { ring: async () => ({ type: 'busy' }) });
  const registered = dial(TO);
  await time.pass(100);
  expect(registered.events.map(({ type }) => type)).toEqual(['ringing', 'failed']);
  stop();
  const scripted = dial(TO);
  await time.pass(3000);
  expect(scripted.events.at(-1)?.type).toBe('answered');
});

test('a failing phone is unavailable', async () => {
  const { time, carrier: network, dial } = carrier();
  network.register(TO, { ring: () => Promise.reject(new Error('gone')) });
  const { events } = dial(TO);
  await time.pass(100);
  expect(events.at(-1)).toMatchObject({ type: 'failed', failure: 'unavailable' });
});

test('closing ends every call', async () => {
  const { time, carrier: network, dial } = carrier();
  const { events } = dial('+15550000010');
  await time.pass(2100);
  const event = events.at(-1);
  const heard = hold(event?.type === 'answered' ? event.leg : expect.unreachable(), time);
  const ringing = dial('+15550000002');
  await time.pass(1000);
  network.close();
  await time.pass(100);
  expect(heard.ends).toEqual([{ kind: 'lost', reason: expect.any(String) }]);
  expect(ringing.events.at(-1)).toMatchObject({ type: 'failed', failure: 'canceled' });
  expect(time.waiting()).toBe(0);
});

test('observes each call to its end, but no calls after closing', async () => {
  const { time, carrier: made, dial, seen } = carrier();
  dial('+15550000001');
  await time.pass(2000);
  expect(seen.splice(0)).toEqual(['dialed 01', 'ended 01']);
  const { dialing } = dial('+15550000002');
  await time.pass(1000);
  dialing.cancel();
  await time.pass(100);
  expect(seen.splice(0)).toEqual(['dialed 02', 'ended 02']);
  const { events } = dial('+15550000010');
  await time.pass(3000);
  const answered = events.at(-1);
  if (answered?.type === 'answered') answered.leg.hangUp();
  await time.pass(100);
  expect(seen.splice(0)).toEqual(['dialed 10', 'answered 10', 'ended 10']);
  made.close();
  dial('+15550000000');
  await time.pass(3000);
  expect(seen).toEqual([]);
});
