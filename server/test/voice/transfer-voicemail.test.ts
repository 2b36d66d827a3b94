import { expect, test } from 'vitest';
import type { CallTool } from '#contract/built-in-tools.ts';
import { ordered, sounds, type Transfer } from '../kit/voice/ordered-transfer.ts';
import { loudnessOf } from '../kit/voice/scripted-engine.ts';

const TARGET = '+40721555555';
const NOT_REACHED = 'I am sorry, nobody can take the call right now. Can I help you in another way?';

const WARM: CallTool = {
  type: 'warm_call_transfer',
  supervisor_phone: TARGET,
  outbound_phone_id: 7,
  description: 'When they ask for a person.',
  hold_message: 'Hold the line.',
  briefing_initial_message: 'A caller for you.',
  connected_message: 'You are connected.',
};

const VOICEMAIL = 'You have reached the voicemail of Ana, leave a message after the tone';

/** Lets the other party speak, with this transcript. */
async function answer(call: Transfer, text: string, lastsMs: number): Promise<void> {
  call.engines[1]?.expect(text);
  call.other.speaking = true;
  await call.advance(lastsMs);
  call.other.speaking = false;
}

test('a voicemail is neither briefed nor connected', async () => {
  const call = await ordered(WARM);
  await call.advance(1000);
  await answer(call, VOICEMAIL, 4000);
  await call.advance(6000);
  expect(call.told('transferred')).toMatchObject([{ kind: 'warm', outcome: 'failed', reason: 'voicemail' }]);
  expect(call.other.isUp).toBe(false);
  expect(call.other.heard.every((loudness) => loudness === 0)).toBe(true);
  expect(call.heard('You are connected.')).toBeNull();
  expect(call.heard(NOT_REACHED)).not.toBeNull();
  expect(call.engines.map(({ isClosed }) => isClosed)).toEqual([false, true]);
  await call.speak('Then another question.', 800);
  await call.advance(1500);
  expect(call.heard('What else?')).not.toBeNull();
  call.leg.end({ kind: 'remote-hang-up' });
  await call.advance(60);
  expect(call.remains()).toEqual({ tickers: 0, streams: 0 });
});

test('a late voicemail is detected during the briefing', async () => {
  const call = await ordered(WARM);
  await call.advance(1000 + 1700);
  expect(sounds(call.other)).toContain(loudnessOf('A caller for you. They want a refund.'));
  await answer(call, VOICEMAIL, 300);
  await call.advance(6000);
  expect(call.told('transferred')).toMatchObject([{ outcome: 'failed', reason: 'voicemail' }]);
  expect(call.heard('You are connected.')).toBeNull();
  expect(call.heard(NOT_REACHED)).not.toBeNull();
});

test('a supervisor who says hello is briefed after half a second', async () => {
  const call = await ordered(WARM);
  await call.advance(1000);
  await answer(call, 'Hello?', 600);
  await call.advance(400);
  expect(call.other.heard.at(-1)).toBe(0);
  await call.advance(400);
  expect(call.other.heard.at(-1)).toBe(loudnessOf('A caller for you. They want a refund.'));
  await call.advance(5000);
  expect(call.told('transferred')).toMatchObject([{ outcome: 'connected' }]);
  expect(call.told('customer-said').map(({ text }) => text)).not.toContain('Hello?');
  expect(call.engines[1]?.asked).not.toContain('answer');
});
