import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { scriptedLeg } from '../../../test/kit/voice/scripted-leg.ts';
import { heardText } from './heard-text.ts';
import { Playback } from './playback.ts';

const FRAME = 160;

function playing(bufferMs = 0) {
  const leg = scriptedLeg({ bufferMs });
  const takenBack: number[] = [];
  const playback = new Playback(leg, (ms) => takenBack.push(ms));
  const tick = (count = 1): void => {
    for (let index = 0; index < count; index += 1) {
      const frame = new Int16Array(FRAME);
      playback.next(frame);
      if (leg.send(frame)) playback.sent();
    }
  };
  const say = (id: string, ms: number, loudness: number): void => {
    playback.open(id);
    playback.push(id, new Int16Array(ms * 8).fill(loudness));
    playback.complete(id);
  };
  return { leg, playback, tick, say, takenBack };
}

describe('playback', () => {
  test('a reply ends when the remote side has played it', () => {
    const { playback, tick, say } = playing(100);
    say('a', 200, 1);
    tick(14);
    expect(playback.takeFinished()).toBeNull();
    tick(1);
    expect(playback.takeFinished()).toEqual({ id: 'a', heardMs: 200 });
    expect(playback.takeFinished()).toBeNull();
  });

  test('replies follow each other without a gap', () => {
    const { leg, tick, say } = playing();
    say('a', 40, 1);
    say('b', 40, 2);
    tick(5);
    expect(leg.heard).toEqual([1, 1, 2, 2, 0]);
  });

  test('a reply queued at the front interrupts the current one, which then continues', () => {
    const { leg, playback, tick, say } = playing();
    say('a', 80, 1);
    tick(2);
    playback.open('b', 'first');
    playback.push('b', new Int16Array(320).fill(2));
    playback.complete('b');
    tick(5);
    expect(leg.heard).toEqual([1, 1, 2, 2, 1, 1, 0]);
  });

  test('everything is heard once the remote side has played the replies received so far', () => {
    const { playback, tick } = playing(100);
    expect(playback.isHeard).toBe(true);
    playback.open('a');
    playback.push('a', new Int16Array(200 * 8).fill(1));
    expect(playback.isHeard).toBe(false);
    tick(14);
    expect(playback.isHeard).toBe(false);
    tick(1);
    expect(playback.isHeard).toBe(true);
  });

  test('a held reply starts after the release', () => {
    const { leg, playback, tick, say } = playing();
    playback.hold();
    say('a', 40, 1);
    tick(2);
    playback.release();
    tick(3);
    expect(leg.heard).toEqual([0, 0, 1, 1, 0]);
  });

  test('less than a frame is not played unless the reply is complete', () => {
    const { playback, tick } = playing();
    playback.open('a');
    playback.push('a', new Int16Array(FRAME + 40));
    expect(playback.bufferedMs('a')).toBe(25);
    tick(2);
    expect(playback.bufferedMs('a')).toBe(0);
    playback.complete('a');
    expect(playback.bufferedMs('a')).toBe(5);
  });

  test('half a frame waits for the rest unless the reply is complete', () => {
    const { leg, playback, tick } = playing();
    playback.open('a');
    playback.push('a', new Int16Array(200).fill(1));
    tick(2);
    expect(leg.heard).toEqual([1, 0]);
    playback.complete('a');
    tick(1);
    expect(leg.heard).toEqual([1, 0, 1]);
    expect(playback.takeFinished()).toEqual({ id: 'a', heardMs: 25 });
  });

  test('a reply without audio ends immediately', () => {
    const { playback } = playing();
    playback.open('a');
    playback.complete('a');
    expect(playback.takeFinished()).toEqual({ id: 'a', heardMs: 0 });
  });

  test('audio of a cut reply is dropped', () => {
    const { leg, playback, tick, say } = playing();
    say('a', 100, 1);
    tick(2);
    expect(playback.cut('a')).toBe(40);
    playback.push('a', new Int16Array(800).fill(1));
    tick(3);
    expect(leg.heard).toEqual([1, 1, 0, 0, 0]);
    expect(playback.cut('a')).toBe(0);
  });

  test('a frame the leg does not take is sent later', () => {
    const { leg, playback, tick, say } = playing(100);
    say('a', 200, 1);
    tick(5);
    leg.takes = false;
    tick(500);
    expect(playback.heardMs('a')).toBe(0);
    expect(playback.takeFinished()).toBeNull();
    leg.takes = true;
    tick(10);
    expect(playback.takeFinished()).toEqual({ id: 'a', heardMs: 200 });
    expect(leg.heard).toEqual(Array(10).fill(1));
  });

  test('ducked audio is 12 dB softer, changes without a jump, and counts as heard', () => {
    const { leg, playback, tick, say } = playing();
    say('a', 300, 8000);
    tick(2);
    playback.duck();
    tick(5);
    playback.resume();
    tick(9);
    const [, before, , ramp, , ducked] = leg.heard;
    expect([before, ducked, leg.heard[10]]).toEqual([8000, 2000, 8000]);
    expect(ramp).toBeGreaterThan(2000);
    expect(ramp).toBeLessThan(8000);
    expect(playback.takeFinished()).toEqual({ id: 'a', heardMs: 300 });
  });

  test('after a pause, ducked audio starts at its lower volume, and other audio at full volume', () => {
    const { leg, playback, tick, say } = playing();
    say('a', 300, 8000);
    playback.pause();
    playback.duck();
    tick(1);
    playback.pause();
    playback.resume();
    tick(1);
    expect(leg.heard).toEqual([2000, 8000]);
  });

  test('lost audio is sent again and reported as retracted', () => {
    const { leg, playback, tick, say, takenBack } = playing(100);
    say('a', 200, 1);
    tick(8);
    const lostMs = leg.clear();
    playback.lost(lostMs);
    expect(playback.cut('b')).toBe(0);
    tick(12);
    expect(takenBack).toEqual([100]);
    expect(leg.heard).toEqual([...Array(10).fill(1), ...Array(5).fill(0)].slice(0, leg.heard.length));
    expect(playback.takeFinished()).toEqual({ id: 'a', heardMs: 200 });
  });

  test('released audio is never read again, even if the remote side is behind', () => {
    const far = { unplayedMs: 0, cleared: 0 };
    const playback = new Playback({
      sampleRateHz: 8000,
      unplayedMs: () => far.unplayedMs,
      clear: () => far.cleared,
    });
    playback.open('a');
    for (let value = 1; value <= 10; value += 1) playback.push('a', new Int16Array(FRAME).fill(value));
    const frame = new Int16Array(FRAME);
    for (let index = 0; index < 5; index += 1) {
      playback.next(frame);
      playback.sent();
    }
    expect(playback.takeFinished()).toBeNull();
    far.cleared = 100;
    playback.pause();
    playback.resume();
    expect(playback.next(frame)).toBe('a');
    expect(frame[0]).toBe(6);
  });

  test('every sample is heard once and in order under any pausing and buffering', () => {
    const acts = fc.array(fc.constantFrom('tick', 'tick', 'tick', 'pause', 'resume', 'full', 'room'), {
      maxLength: 120,
    });
    fc.assert(
      fc.property(acts, fc.integer({ min: 0, max: 10 }), (steps, bufferFrames) => {
        const { leg, playback, tick } = playing(bufferFrames * 20);
        playback.open('a');
        for (let value = 1; value <= 40; value += 1) playback.push('a', new Int16Array(FRAME).fill(value));
        playback.complete('a');
        for (const step of steps) {
          if (step === 'pause') playback.pause();
          else if (step === 'resume') playback.resume();
          else if (step === 'full' || step === 'room') leg.takes = step === 'room';
          else tick();
          expect(playback.heardMs('a')).toBe(20 * leg.heard.filter((value) => value > 0).length);
        }
        playback.resume();
        leg.takes = true;
        tick(60);
        expect(leg.heard.filter((value) => value > 0)).toEqual(
          Array.from({ length: 40 }, (_, index) => index + 1),
        );
      }),
    );
  });
});

describe('heard text', () => {
  const words = ['Well,', 'hello', 'there.'].map((text, index) => ({
    text,
    startMs: index * 300,
    endMs: (index + 1) * 300,
  }));

  test.each([
    [0, ''],
    [100, ''],
    [200, 'Well,'],
    [500, 'Well, hello'],
    [900, 'Well, hello there.'],
  ])('is found by word timings after %i ms', (heardMs, expected) => {
    expect(heardText({ text: 'Well, hello there.', words, audioMs: 900 }, heardMs)).toBe(expected);
    expect(heardText({ text: null, words, audioMs: 900 }, heardMs)).toBe(expected);
  });

  test.each([
    [0, ''],
    [300, 'one'],
    [1000, 'one two three four'],
  ])('is found by the share of the duration after %i of 1000 ms', (heardMs, expected) => {
    expect(heardText({ text: 'one two three four', words: [], audioMs: 1000 }, heardMs)).toBe(expected);
  });

  test('is empty for unknown text', () => {
    expect(heardText({ text: null, words: [], audioMs: 1000 }, 500)).toBe('');
  });

  test('keeps the spoken words if they do not match the text', () => {
    const spoken = [
      { text: 'five', startMs: 0, endMs: 300 },
      { text: 'euros', startMs: 300, endMs: 600 },
    ];
    expect(heardText({ text: '5 €', words: spoken, audioMs: 600 }, 200)).toBe('five');
  });

  test('never exceeds the text', () => {
    fc.assert(
      fc.property(
        fc.string(),
        fc.integer({ min: 0, max: 3000 }),
        fc.integer({ min: 0, max: 2000 }),
        (text, heardMs, audioMs) => {
          const heard = heardText({ text, words: [], audioMs }, heardMs);
          expect(text.trim().startsWith(heard)).toBe(true);
        },
      ),
    );
  });
});
