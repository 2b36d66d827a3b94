import { once } from 'node:events';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type ManualClock, manualClock } from '../../../test/kit/clocks.ts';
import { eventually } from '../../../test/kit/eventually.ts';
import { openSocketPair, type SocketPair } from '../../../test/kit/socket-pair.ts';
import { decodeUlaw } from '../../core/g711.ts';
import type { LegEnd } from '../../voice/legs/media-leg.ts';
import { Playback } from '../../voice/speaking/playback.ts';
import { StreamLeg } from './stream-leg.ts';

let pair: SocketPair;
let clock: ManualClock;
let leg: StreamLeg;
let heard: { frame: Int16Array; positionMs: number }[];
let digits: string[];
let audioLost: (ms: number) => void;
let ends: LegEnd[];
let asked: string[];
let pressing: Promise<boolean>;

beforeEach(async () => {
  pair = await openSocketPair();
  clock = manualClock();
  heard = [];
  digits = [];
  audioLost = () => undefined;
  ends = [];
  asked = [];
  pressing = Promise.resolve(true);
  leg = new StreamLeg(
    { socket: pair.server, streamId: 'MZ1' },
    {
      clock,
      control: {
        end: async () => void asked.push('end'),
        pressKeys: (keys) => {
          asked.push(`press ${keys}`);
          return pressing;
        },
      },
      onEnd: () => void asked.push('over'),
    },
  );
  leg.start({
    audio: (frame, positionMs) => void heard.push({ frame, positionMs }),
    digit: (digit) => void digits.push(digit),
    typed: () => undefined,
    audioLost: (ms) => audioLost(ms),
    ended: (end) => void ends.push(end),
  });
});
afterEach(async () => {
  leg.hangUp();
  await pair.close();
  await eventually(
    async () => clock.sleeping(),
    (count) => count === 0,
  );
});

const tell = (message: unknown): void => pair.client.send(JSON.stringify(message));
const media = (sound: Buffer, timestamp: number): void =>
  tell({
    event: 'media',
    media: { track: 'inbound', timestamp: String(timestamp), payload: sound.toString('base64') },
  });
const frame = new Int16Array(160).fill(1000);
const ended = () =>
  eventually(
    async () => ends,
    (all) => all.length > 0,
  );

describe('the audio from the carrier', () => {
  test('is split into frames by its timestamps, tolerating jitter', async () => {
    const sound = Buffer.alloc(160, 0x80);
    media(sound, 0);
    media(sound, 21);
    media(Buffer.alloc(320, 0x80), 40);
    media(sound, 400);
    await pair.settle();
    expect(heard.map(({ positionMs }) => positionMs)).toEqual([0, 20, 40, 60, 400]);
    expect(heard[0]?.frame).toEqual(decodeUlaw(sound));
  });

  test('is dropped if it is ahead of real time', async () => {
    for (let index = 0; index < 150; index += 1) media(Buffer.alloc(160, 0xff), index * 20);
    await pair.settle();
    expect(heard).toHaveLength(100);
  });

  test('is accompanied by key presses', async () => {
    tell({ event: 'dtmf', dtmf: { track: 'inbound_track', digit: '5' } });
    await pair.settle();
    expect(digits).toEqual(['5']);
  });
});

describe('audio to the carrier', () => {
  test('counts as unplayed until its mark returns, and is discarded by a clear', async () => {
    for (let index = 0; index < 10; index += 1) leg.send(frame);
    expect(leg.unplayedMs()).toBe(200);
    const marks = await eventually(
      async () => pair.texts.filter((message) => message['event'] === 'mark'),
      (all) => all.length === 2,
    );
    expect(marks).toEqual([
      { event: 'mark', streamSid: 'MZ1', mark: { name: '100' } },
      { event: 'mark', streamSid: 'MZ1', mark: { name: '200' } },
    ]);
    const sounds = pair.texts.filter((message) => message['event'] === 'media');
    expect(sounds).toHaveLength(10);
    tell(marks[0]);
    await pair.settle();
    expect(leg.unplayedMs()).toBe(100);
    clock.advance(40);
    expect(leg.clear()).toBe(60);
    expect(leg.unplayedMs()).toBe(0);
    expect(await pair.hears('clear')).toEqual({ event: 'clear', streamSid: 'MZ1' });
    tell(marks[1]);
    await pair.settle();
    expect(leg.unplayedMs()).toBe(0);
  });

  test('counts as played only until the stream breaks, and continues over the next stream', async () => {
    const playback = new Playback(leg);
    audioLost = (ms) => playback.lost(ms);
    playback.open('a');
    playback.push('a', new Int16Array(8 * 3000).fill(1000));
    playback.complete('a');
    const ticks = (count: number): void => {
      for (let index = 0; index < count; index += 1) {
        playback.next(new Int16Array(160));
        if (leg.send(frame)) playback.sent();
        clock.advance(20);
      }
    };
    ticks(50);
    tell({ event: 'mark', mark: { name: '700' } });
    await pair.settle();
    expect(playback.heardMs('a')).toBe(700);
    pair.client.terminate();
    await eventually(
      async () => clock.sleeping(),
      (count) => count === 2,
    );
    ticks(100);
    expect(playback.heardMs('a')).toBe(700);
    const next = await openSocketPair();
    leg.attach({ socket: next.server, streamId: 'MZ2' });
    ticks(200);
    expect(playback.takeFinished()).toEqual({ id: 'a', heardMs: 3000 });
    leg.hangUp();
    await next.close();
  });

  test('is dropped if the carrier does not play it', () => {
    for (let index = 0; index < 200; index += 1) leg.send(frame);
    expect(leg.unplayedMs()).toBeLessThanOrEqual(2020);
  });
});

describe('sent keys', () => {
  test('interrupt the stream but not the call', async () => {
    const out = leg.sendDigits('1w2 x');
    await eventually(
      async () => asked,
      (all) => all.length === 1,
    );
    tell({ event: 'stop', stop: {} });
    await once(pair.client, 'close');
    expect(ends).toEqual([]);
    leg.send(frame);
    const next = await openSocketPair();
    leg.attach({ socket: next.server, streamId: 'MZ2' });
    expect(await out).toEqual({ kind: 'pressed' });
    leg.send(frame);
    expect(await next.hears('media')).toMatchObject({ streamSid: 'MZ2' });
    expect(asked).toEqual(['press 1w2']);
    await next.close();
  });

  test('change nothing if the carrier refuses them', async () => {
    pressing = Promise.resolve(false);
    const reason = 'The carrier did not send the key tones.';
    expect(await leg.sendDigits('1')).toEqual({ kind: 'refused', reason });
    expect(ends).toEqual([]);
  });

  test('end the call if the stream does not come back', async () => {
    const out = leg.sendDigits('1');
    tell({ event: 'stop' });
    await once(pair.client, 'close');
    expect(ends).toEqual([]);
    clock.advance(20_000);
    expect(await out).toEqual({ kind: 'refused', reason: 'The call is over.' });
    expect(ends).toMatchObject([{ kind: 'lost' }]);
    expect(await leg.sendDigits('1')).toMatchObject({ kind: 'refused' });
  });
});

describe('the end of the call', () => {
  test.each<[string, () => void, LegEnd]>([
    ['the stream stops', () => tell({ event: 'stop' }), { kind: 'remote-hang-up' }],
    ['the carrier reports it', () => leg.remoteHungUp(), { kind: 'remote-hang-up' }],
  ])('is reported when %s', async (_what, act, end) => {
    act();
    expect(await ended()).toEqual([end]);
    leg.hangUp();
    expect(ends).toHaveLength(1);
    expect(asked).toEqual(['over']);
  });

  test('is not reported after a broken stream that is replaced', async () => {
    pair.client.terminate();
    await eventually(
      async () => clock.sleeping(),
      (count) => count === 2,
    );
    const next = await openSocketPair();
    leg.attach({ socket: next.server, streamId: 'MZ2' });
    clock.advance(9_999);
    leg.send(frame);
    const [first] = await once(next.client, 'message');
    expect(JSON.parse(String(first))).toMatchObject({ event: 'media', streamSid: 'MZ2' });
    expect(ends).toEqual([]);
    leg.hangUp();
    await next.close();
  });

  test('is a loss if a broken stream is not replaced', async () => {
    pair.client.terminate();
    await eventually(
      async () => clock.sleeping(),
      (count) => count === 2,
    );
    clock.advance(9_999);
    expect(ends).toEqual([]);
    clock.advance(1);
    expect(await ended()).toMatchObject([{ kind: 'lost' }]);
  });

  test('is a local hang-up when we hang up, which ends the call at the carrier', async () => {
    leg.hangUp();
    expect(ends).toEqual([{ kind: 'local-hang-up' }]);
    expect(asked).toEqual(['over', 'end']);
  });

  test('is reported after too many malformed messages', async () => {
    for (let index = 0; index < 20; index += 1) pair.client.send('{');
    await pair.settle();
    expect(ends).toEqual([]);
    pair.client.send('{');
    expect(await ended()).toMatchObject([{ kind: 'lost' }]);
  });
});
