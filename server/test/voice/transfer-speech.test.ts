import { expect, test } from 'vitest';
import { ordered } from '../kit/voice/ordered-transfer.ts';

test('what a customer says into a transfer that fails is over with it, and is not the begin of what they say later', async () => {
  let fail = (): void => undefined;
  const call = await ordered(
    { type: 'call_transfer', phone_number: '+40721555555' },
    {
      dialed: (_, listener) => {
        fail = () => listener({ type: 'failed', failure: 'busy', code: null, reason: 'no' });
      },
    },
  );
  call.leg.speaking = true;
  await call.advance(600);
  fail();
  await call.advance(20);
  call.leg.speaking = false;
  await call.advance(8000);
  const sinceMs = call.nowMs();
  await call.speak('Then another question.', 800);
  await call.advance(500);
  const said = call.told('customer-said').at(-1);
  expect(said).toMatchObject({ text: 'Then another question.' });
  expect(Math.abs((said?.sinceMs ?? 0) - sinceMs)).toBeLessThanOrEqual(100);
  const told = call.engines[0]?.asked.filter((one) => one.startsWith('speech-')) ?? [];
  expect(told).toEqual(told.map((_, at) => (at % 2 === 0 ? 'speech-started' : 'speech-stopped')));
});
