import { expect, expectTypeOf, test } from 'vitest';
import type { z } from 'zod';
import * as contract from '../../../../contract/src/browser-call.ts';
import type { CallDisplay, sandboxPhoneAnswer } from '../../../../contract/src/calls.ts';
import * as protocol from './protocol.ts';

test('has the values and messages of the contract', () => {
  expect([
    protocol.SAMPLE_RATE_HZ,
    protocol.RESUME_WITHIN_MS,
    protocol.RESUME_PARAMETER,
    protocol.REPLACED_CODE,
    protocol.MAX_TYPED_CHARACTERS,
  ]).toEqual([
    contract.BROWSER_SAMPLE_RATE_HZ,
    contract.RESUME_WITHIN_MS,
    contract.RESUME_PARAMETER,
    contract.REPLACED_CODE,
    contract.MAX_TYPED_CHARACTERS,
  ]);
  expectTypeOf<protocol.ReceivedMessage>().toEqualTypeOf<contract.ToBrowser | CallDisplay>();
  type Sent = contract.FromBrowser | z.output<typeof sandboxPhoneAnswer>;
  expectTypeOf<Sent>().toExtend<protocol.SentMessage>();
  expectTypeOf<protocol.SentMessage>().toExtend<Sent>();
});

test.each(['', 'null', '7', '{', '{"type":"later"}', '{"type":7}'])('ignores the message %j', (text) => {
  expect(protocol.readMessage(text)).toBeNull();
});

test('reads a message', () => {
  const message = { type: 'transcript', sender: 'bot', text: 'Hello.' };
  expect(protocol.readMessage(JSON.stringify(message))).toEqual(message);
});
