import { describe, expect, test } from 'vitest';
import { CustomerTurn } from './customer-turn.ts';

function segment(turn: CustomerTurn): void {
  turn.started();
  turn.stopped();
}

describe('of a transcriber of whole segments', () => {
  test('every segment is waited for, also one of which nothing is understood', () => {
    const turn = new CustomerTurn();
    expect(turn.isWaiting).toBe(false);
    segment(turn);
    segment(turn);
    expect(turn.final('Hello,')).toBe(true);
    expect(turn.isWaiting).toBe(true);
    expect(turn.final(' ')).toBe(false);
    expect(turn.isWaiting).toBe(false);
    expect(turn.text).toBe('Hello,');
  });

  test('a final text more than there were segments changes nothing', () => {
    const turn = new CustomerTurn();
    turn.final('Hello.');
    segment(turn);
    expect(turn.isWaiting).toBe(true);
  });
});

describe('of a transcriber that streams', () => {
  test('what may still change is waited for', () => {
    const turn = new CustomerTurn();
    turn.interim('are you');
    segment(turn);
    expect(turn.isWaiting).toBe(true);
    turn.final('Are you open?');
    expect(turn.isWaiting).toBe(false);
    expect(turn.isStreaming).toBe(true);
  });

  test('all may have been told before our own detector heard the end', () => {
    const turn = new CustomerTurn();
    turn.started();
    turn.interim('yes');
    turn.final('Yes.');
    turn.stopped();
    expect(turn.isWaiting).toBe(false);
  });

  test('a text that comes after its words were taken is understood, and is no new turn', () => {
    const turn = new CustomerTurn();
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

  test('a final text that is lost takes no word of what is said next', () => {
    const turn = new CustomerTurn();
    turn.interim('yes');
    turn.take();
    turn.started();
    turn.final('Yes.');
    expect(turn.text).toBe('Yes.');
  });

  test('the first words of a turn are waited for', () => {
    const turn = new CustomerTurn();
    turn.interim('yes');
    turn.final('Yes.');
    turn.take();
    segment(turn);
    expect(turn.isWaiting).toBe(true);
  });
});

test('a turn holds final, typed and interim words in order, and the next one begins without them', () => {
  const turn = new CustomerTurn();
  turn.final('I would like');
  turn.typed(' room 7 ');
  turn.interim('for two');
  expect(turn.text).toBe('I would like room 7 for two');
  expect(turn.take()).toBe('I would like room 7 for two');
  expect(turn.text).toBe('');
  expect(turn.isWaiting).toBe(false);
});
