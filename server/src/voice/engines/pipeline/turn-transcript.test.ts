import { describe, expect, test } from 'vitest';
import { TurnTranscript } from './turn-transcript.ts';

function segment(turn: TurnTranscript): void {
  turn.started();
  turn.stopped();
}

describe('with a segment-based provider', () => {
  test('awaits every segment, including empty ones', () => {
    const turn = new TurnTranscript();
    expect(turn.isWaiting).toBe(false);
    segment(turn);
    segment(turn);
    expect(turn.final('Hello,')).toBe(true);
    expect(turn.isWaiting).toBe(true);
    expect(turn.final(' ')).toBe(false);
    expect(turn.isWaiting).toBe(false);
    expect(turn.text).toBe('Hello,');
  });

  test('ignores a final result without a segment', () => {
    const turn = new TurnTranscript();
    turn.final('Hello.');
    segment(turn);
    expect(turn.isWaiting).toBe(true);
  });
});

describe('with a streaming provider', () => {
  test('awaits the final result after an interim one', () => {
    const turn = new TurnTranscript();
    turn.interim('are you');
    segment(turn);
    expect(turn.isWaiting).toBe(true);
    turn.final('Are you open?');
    expect(turn.isWaiting).toBe(false);
    expect(turn.isStreaming).toBe(true);
  });

  test('does not wait when the final result came before the VAD detected the end', () => {
    const turn = new TurnTranscript();
    turn.started();
    turn.interim('yes');
    turn.final('Yes.');
    turn.stopped();
    expect(turn.isWaiting).toBe(false);
  });

  test('does not start a new turn with a late final result of the previous turn', () => {
    const turn = new TurnTranscript();
    turn.interim('what does it');
    expect(turn.take()).toBe('what does it');
    turn.interim('what does it cost');
    expect(turn.text).toBe('cost');
    expect(turn.take()).toBe('cost');
    expect(turn.final('What does it cost?')).toBe(true);
    expect(turn.text).toBe('');
    turn.final('For two.');
    expect(turn.text).toBe('For two.');
  });

  test('does not strip words from the next turn after a lost final result', () => {
    const turn = new TurnTranscript();
    turn.interim('yes');
    turn.take();
    turn.started();
    turn.final('Yes.');
    expect(turn.text).toBe('Yes.');
  });

  test('awaits the first transcript of a turn', () => {
    const turn = new TurnTranscript();
    turn.interim('yes');
    turn.final('Yes.');
    turn.take();
    segment(turn);
    expect(turn.isWaiting).toBe(true);
  });
});

test('joins final, typed and interim text in order and starts the next turn empty', () => {
  const turn = new TurnTranscript();
  turn.final('I would like');
  turn.typed(' room 7 ');
  turn.interim('for two');
  expect(turn.text).toBe('I would like room 7 for two');
  expect(turn.take()).toBe('I would like room 7 for two');
  expect(turn.text).toBe('');
  expect(turn.isWaiting).toBe(false);
});
