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

test('nothing is kept of what was understood', () => {
  speech.started();
  hear(50);
  speech.stopped();
  speech.understood();
  expect(speech.frames).toEqual([]);
  hear(5);
  expect(speech.frames).toEqual([]);
});

/** Frames of silence between two sentences, and the first one that stays when the first of them is understood in the second. */
test.each([
  [200, 231],
  [25, 56],
  [10, 51],
  [0, 51],
])('what is being said is kept whatever was understood, and nothing before it (%i)', (pause, first) => {
  speech.started();
  hear(50);
  speech.stopped();
  hear(pause);
  speech.started();
  hear(5);
  speech.understood();
  expect(kept()).toEqual([first, 55 + pause]);
  hear(1);
  speech.stopped();
  speech.understood();
  expect(speech.frames).toEqual([]);
});

test('of what is being said for very long the last ten seconds stay', () => {
  speech.started();
  hear(2_000);
  speech.understood();
  expect(kept()).toEqual([1_501, 2_000]);
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
