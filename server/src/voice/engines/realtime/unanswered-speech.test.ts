import { beforeEach, expect, test } from 'vitest';
import { UnansweredSpeech } from './unanswered-speech.ts';

let speech: UnansweredSpeech;
let said: number;

beforeEach(() => {
  speech = new UnansweredSpeech();
  said = 0;
});

/** So many frames of 20 ms, each with its own number. */
function hear(count: number): void {
  for (let frame = 0; frame < count; frame += 1) {
    said += 1;
    speech.heard(new Int16Array(160).fill(said));
  }
}

/** The numbers of the first and the last frame. */
const kept = (): (number | undefined)[] => [speech.frames[0]?.[0], speech.frames.at(-1)?.[0]];

test('silence is not kept', () => {
  hear(1_000);
  expect(speech.frames).toEqual([]);
});

test('what is said is kept from a little before our detector heard it to a little after', () => {
  hear(100);
  speech.started();
  hear(50);
  speech.stopped();
  hear(100);
  expect(kept()).toEqual([81, 175]);
});

test('what is said after a pause is kept with what was said before it', () => {
  speech.started();
  hear(50);
  speech.stopped();
  hear(200);
  speech.started();
  hear(10);
  // Of the long pause what a session needs to find both.
  expect(speech.frames).toHaveLength(50 + 25 + 20 + 10);
  expect(kept()).toEqual([1, 260]);
});

test('nothing is kept of what was understood, and what is said on is', () => {
  speech.started();
  hear(50);
  speech.understood();
  expect(speech.frames).toEqual([]);
  hear(5);
  speech.stopped();
  expect(kept()).toEqual([51, 55]);
});

test('of very long speech the last ten seconds are kept', () => {
  speech.started();
  hear(2_000);
  expect(speech.frames).toHaveLength(500);
  expect(kept()).toEqual([1_501, 2_000]);
});

test('a frame whose memory is used again is kept as it was', () => {
  const frame = new Int16Array(160).fill(7);
  speech.started();
  speech.heard(frame);
  frame.fill(9);
  expect(kept()).toEqual([7, 7]);
});
