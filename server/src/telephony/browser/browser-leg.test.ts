import { once } from 'node:events';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type ManualClock, manualClock } from '../../../test/kit/clocks.ts';
import { eventually } from '../../../test/kit/eventually.ts';
import { openSocketPair, type SocketPair } from '../../../test/kit/socket-pair.ts';
import type { LegEnd } from '../../voice/legs/media-leg.ts';
import { type BrowserLeg, createBrowserLeg, readBrowserMessage } from './browser-leg.ts';

let pair: SocketPair;
let clock: ManualClock;
let leg: BrowserLeg;
let heard: { frame: Int16Array; positionMs: number }[];
let said: string[];
let ends: LegEnd[];
/** Holds, their ends, milliseconds of lost audio, and the end of the call. */
let events: (string | number)[];

beforeEach(async () => {
  pair = await openSocketPair();
  clock = manualClock();
  leg = createBrowserLeg(pair.server, {
    clock,
    resumeToken: 'secret',
    onEnd: () => void events.push('over'),
  });
  heard = [];
  said = [];
  ends = [];
  events = [];
});
afterEach(async () => {
  leg.hangUp();
  await pair.close();
  await eventually(
    async () => clock.sleeping(),
    (count) => count === 0,
  );
});

function listen(): void {
  leg.start({
    audio: (frame, positionMs) => void heard.push({ frame, positionMs }),
    digit: (digit) => void said.push(digit),
    typed: (text) => void said.push(text),
    holdChanged: (isHeld) => void events.push(isHeld ? 'held' : 'back'),
    audioLost: (ms) => void events.push(ms),
    ended: (end) => void ends.push(end),
  });
}

const tell = (message: unknown): void => pair.client.send(JSON.stringify(message));
const frame = new Int16Array(320).fill(100);
const ended = () =>
  eventually(
    async () => ends,
    (all) => all.length > 0,
  );

describe('audio from the browser', () => {
  test('arrives in chunks of any length and is buffered until a listener is attached', async () => {
    const samples = Int16Array.from({ length: 700 }, (_, index) => index - 350);
    const bytes = Buffer.from(samples.buffer);
    for (const [begin, end] of [
      [0, 2],
      [2, 900],
      [900, 1400],
    ]) {
      pair.client.send(bytes.subarray(begin, end));
    }
    await pair.settle();
    listen();
    expect(heard.map(({ positionMs }) => positionMs)).toEqual([0, 20]);
    expect(heard.flatMap((one) => [...one.frame])).toEqual([...samples.subarray(0, 640)]);
  });

  test('is buffered for at most one second and dropped if ahead of real time', async () => {
    const second = Buffer.alloc(32_000);
    for (let index = 0; index < 5; index += 1) pair.client.send(second);
    await pair.settle();
    listen();
    expect(heard).toHaveLength(50);
    expect(heard.at(-1)?.positionMs).toBe(1980);
    clock.advance(1000);
    pair.client.send(second);
    await pair.settle();
    expect(heard).toHaveLength(100);
  });

  test('resumes at the right position after a pause', async () => {
    listen();
    for (let index = 0; index < 50; index += 1) pair.client.send(Buffer.alloc(640));
    await pair.settle();
    clock.advance(11_000);
    for (let index = 0; index < 60; index += 1) pair.client.send(Buffer.alloc(640));
    await pair.settle();
    expect(heard.at(-1)?.positionMs).toBeGreaterThan(10_000);
  });
});

describe('audio to the browser', () => {
  test('is sent immediately and counts as unplayed until reported or elapsed', async () => {
    listen();
    expect(await pair.hears('ready')).toMatchObject({ type: 'ready', sampleRate: 16_000 });
    for (let index = 0; index < 10; index += 1) leg.send(frame);
    expect(leg.unplayedMs()).toBe(200);
    await eventually(
      async () => pair.sounds,
      (all) => all.length === 10,
    );
    expect(pair.sounds[0]).toEqual(Buffer.from(frame.buffer));
    tell({ type: 'played', ms: 60 });
    tell({ type: 'played', ms: 20 });
    await pair.settle();
    expect(leg.unplayedMs()).toBe(140);
    clock.advance(100);
    expect(leg.unplayedMs()).toBe(40);
    expect(leg.clear()).toBe(40);
    expect(leg.unplayedMs()).toBe(0);
    await pair.hears('clear');
  });

  test('is dropped while the browser does not read', async () => {
    listen();
    pair.client.pause();
    const second = new Int16Array(320).fill(1);
    let frames = 0;
    while (pair.server.bufferedAmount < 32_000 && frames < 100_000) {
      leg.send(second);
      frames += 1;
    }
    const before = leg.unplayedMs();
    for (let index = 0; index < 1000; index += 1) leg.send(second);
    expect(pair.server.bufferedAmount).toBeLessThan(64_000);
    expect(leg.unplayedMs()).toBe(before);
    pair.client.resume();
  });
});

test('passes text, keys and display messages in both directions', async () => {
  tell({ type: 'typed', text: ' Hello ' });
  listen();
  tell({ type: 'digit', digit: '#' });
  tell({ type: 'of a later version' });
  await pair.settle();
  expect(said).toEqual(['Hello', '#']);
  await leg.sendDigits('12');
  leg.show({ type: 'transcript', text: 'Hi' });
  expect(await pair.hears('digits')).toEqual({ type: 'digits', digits: '12' });
  expect(await pair.hears('transcript')).toEqual({ type: 'transcript', text: 'Hi' });
  expect(await leg.transfer('+1', new AbortController().signal)).toEqual({ kind: 'untried' });
});

describe('the end event of the call', () => {
  test('is emitted once', async () => {
    listen();
    tell({ type: 'hang-up' });
    expect(await ended()).toEqual([{ kind: 'remote-hang-up' }]);
    leg.hangUp();
    leg.send(frame);
    expect(leg.clear()).toBe(0);
    expect(ends).toHaveLength(1);
  });

  test('is a local hang-up when we hang up, and is sent to the page', async () => {
    listen();
    leg.hangUp();
    expect(ends).toEqual([{ kind: 'local-hang-up' }]);
    const [code] = await once(pair.client, 'close');
    expect(code).toBe(1000);
    expect(pair.texts.at(-1)).toMatchObject({ type: 'ended' });
  });

  test.each([[1000], [1001], []])(
    'is a remote hang-up when the page closes its socket: %j',
    async (...codes) => {
      listen();
      pair.client.close(...codes);
      expect(await ended()).toEqual([{ kind: 'remote-hang-up' }]);
    },
  );

  test('reaches a late listener', async () => {
    pair.client.close(1001);
    await once(pair.server, 'close');
    listen();
    expect(ends).toEqual([{ kind: 'remote-hang-up' }]);
  });

  test('is emitted after too many malformed messages', async () => {
    listen();
    for (let index = 0; index < 20; index += 1) pair.client.send(index % 2 === 0 ? '{' : Buffer.alloc(3));
    tell({ type: 'typed', text: 'still here' });
    await pair.settle();
    expect(said).toEqual(['still here']);
    pair.client.send('[]');
    expect(await ended()).toMatchObject([{ kind: 'lost' }]);
  });

  test('is a remote hang-up if the page answers no pings and does not return', async () => {
    listen();
    pair.client.pause();
    while (ends.length === 0) {
      clock.advance(10_000);
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(ends).toEqual([{ kind: 'remote-hang-up' }]);
  });
});

describe('a call whose connection breaks', () => {
  let next: SocketPair;
  beforeEach(async () => {
    next = await openSocketPair();
    listen();
  });
  afterEach(async () => {
    leg.hangUp();
    await next.close();
  });

  async function cut(): Promise<void> {
    pair.client.terminate();
    await eventually(
      async () => events,
      (all) => all.includes('held'),
    );
  }

  test('continues over a new connection, with silence for the gap and unplayed audio reported as lost', async () => {
    expect(await pair.hears('ready')).toMatchObject({ resume: 'secret' });
    pair.client.send(Buffer.alloc(640));
    for (let index = 0; index < 50; index += 1) leg.send(frame);
    tell({ type: 'played', ms: 400 });
    await pair.settle();
    clock.advance(300);
    await cut();
    expect(events).toEqual([600, 'held']);
    expect([leg.send(frame), leg.unplayedMs(), leg.clear()]).toEqual([false, 0, 0]);
    clock.advance(8000);
    leg.resume(next.server);
    expect(await next.hears('ready')).toMatchObject({ resume: 'secret' });
    expect(events).toEqual([600, 'held', 'back']);
    next.client.send(Buffer.alloc(640));
    await next.settle();
    expect(heard.map(({ positionMs }) => positionMs)).toEqual([0, 8300]);
    leg.send(frame);
    next.client.send(JSON.stringify({ type: 'played', ms: 20 }));
    await next.settle();
    expect(leg.unplayedMs()).toBe(0);
    clock.advance(20_000);
    expect(ends).toEqual([]);
  });

  test('sends what the page missed', async () => {
    await cut();
    leg.show({ type: 'transcript', text: 'Hi' });
    await leg.sendDigits('12');
    leg.resume(next.server);
    await next.hears('digits');
    expect(next.texts.map(({ type }) => type)).toEqual(['ready', 'transcript', 'digits']);
  });

  test('ends as a hang-up if the browser does not return within 15 seconds', async () => {
    await cut();
    clock.advance(14_999);
    expect(ends).toEqual([]);
    clock.advance(1);
    expect(await ended()).toEqual([{ kind: 'remote-hang-up' }]);
    expect(events.at(-1)).toBe('over');
    leg.resume(next.server);
    const [code] = await once(next.client, 'close');
    expect([code, next.texts]).toEqual([1000, []]);
  });

  test('uses the latest of two connections', async () => {
    const closed = once(pair.client, 'close');
    leg.resume(next.server);
    tell({ type: 'typed', text: 'too late' });
    expect((await closed)[0]).toBe(4000);
    next.client.send(JSON.stringify({ type: 'typed', text: 'here' }));
    await next.settle();
    expect(said).toEqual(['here']);
    expect(ends).toEqual([]);
  });

  test('waits again when the new connection breaks, too', async () => {
    await cut();
    clock.advance(14_000);
    leg.resume(next.server);
    next.client.terminate();
    await eventually(
      async () => events.filter((event) => event === 'held'),
      (all) => all.length === 2,
    );
    clock.advance(14_000);
    expect(ends).toEqual([]);
    clock.advance(1000);
    expect(await ended()).toEqual([{ kind: 'remote-hang-up' }]);
  });

  test('does not count audio as played while the browser does not report', async () => {
    for (let index = 0; index < 250; index += 1) leg.send(frame);
    tell({ type: 'played', ms: 1000 });
    await pair.settle();
    clock.advance(500);
    expect(leg.unplayedMs()).toBe(3500);
    clock.advance(3000);
    expect(leg.unplayedMs()).toBe(3000);
  });

  test.each([1000, 1001, 1005])('ends at once when the page closes its connection with %i', async (code) => {
    if (code === 1005) pair.client.close();
    else pair.client.close(code);
    expect(await ended()).toEqual([{ kind: 'remote-hang-up' }]);
    expect(events).toEqual(['over']);
  });
});

test('ignores messages over the rate limit', async () => {
  listen();
  for (let index = 0; index < 300; index += 1) tell({ type: 'digit', digit: '1' });
  await pair.settle();
  expect(said).toHaveLength(200);
  clock.advance(1000);
  for (let index = 0; index < 60; index += 1) tell({ type: 'digit', digit: '2' });
  await pair.settle();
  expect(said).toHaveLength(250);
});

test('parsing a text message never throws', () => {
  const known = fc.constantFrom('typed', 'digit', 'played', 'hang-up', 'clear', '__proto__');
  const message = fc.record(
    { type: fc.oneof(known, fc.anything()), text: fc.anything(), digit: fc.anything(), ms: fc.anything() },
    { requiredKeys: [] },
  );
  const text = fc.oneof(
    fc.string(),
    fc.json(),
    message.map((value) => {
      try {
        return JSON.stringify(value);
      } catch {
        return 'null';
      }
    }),
  );
  fc.assert(
    fc.property(text, (written) => {
      const read = readBrowserMessage(String(written));
      if (read === null || read === 'unknown') return;
      if (read.type === 'played') expect(read.ms).toBeGreaterThanOrEqual(0);
      if (read.type === 'typed') expect(read.text.length).toBeGreaterThan(0);
    }),
    { numRuns: 1000 },
  );
  expect(readBrowserMessage('{"type":"typed","text":" a "}')).toEqual({ type: 'typed', text: 'a' });
  expect(readBrowserMessage('{"type":"typed","text":" "}')).toBeNull();
  expect(readBrowserMessage('{"type":"played","ms":-1}')).toBeNull();
  expect(readBrowserMessage('{"type":"toString"}')).toBe('unknown');
});
