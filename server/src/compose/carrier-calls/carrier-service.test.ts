import { expect, test } from 'vitest';
import { instantClock } from '../../../test/kit/clocks.ts';
import type { RawRequest } from '../../http/route.ts';
import type { CallAnswer, CallCarrier, CallReport } from '../../providers/interfaces/call-carrier.ts';
import { answerOrdered, type CarrierService } from './carrier-service.ts';

const answer = (text: string): CallAnswer => ({ contentType: 'text/xml', text });
const unused = (): Promise<never> => Promise.reject(new Error('Nobody asks for this.'));
const report: CallReport = {
  carrierCallId: 'CA1',
  direction: 'outbound',
  from: null,
  to: '',
  progress: { state: 'answered' },
};
const carrier: CallCarrier = {
  ...{ order: unused, redirect: unused, end: unused, price: unused, isGenuineUpgrade: () => false },
  readRequest: () => ({ kind: 'report', report }),
  answer: ({ kind }) => answer(kind),
  acknowledgement: answer('acknowledged'),
};
const request: RawRequest = { method: 'POST', url: 'http://here/', headers: {}, body: Buffer.alloc(0) };
const call = { provider: 'fake', process: 'holder', attempt: 'attempt' };

/** A process that the table of processes leads astray: where the holder is said to be, another one listens. */
function astray(holder: { lives: boolean }): CarrierService {
  const other: CarrierService = {
    ...{
      processId: 'other',
      clock: instantClock(),
      carriers: new Map([['fake', carrier]]),
      routes: new Map(),
    },
    inboundHolder: async () => null,
    others: { ...nobody, of: async () => 'http://other' },
  };
  const handed = { ...request, headers: { 'x-parley-handed-on': '1' } };
  const ask: CarrierService['others']['ask'] = (_origin, path) =>
    answerOrdered(other, path.includes('/answer/') ? 'answer' : 'status', { call, request: handed }).then(
      (said) => ({ status: 200, ...said }),
      () => ({ status: 503, ...answer('') }),
    );
  const others = { ...nobody, of: async () => 'http://other', isAlive: async () => holder.lives, ask };
  return { ...other, processId: 'first', others };
}

const nobody: CarrierService['others'] = {
  of: async () => null,
  isAlive: async () => false,
  anyThatHoldsCalls: async () => null,
  ask: async () => null,
  open: async () => null,
  close: async () => undefined,
};

test.each(['answer', 'status'] as const)(
  'a call that lives is not hung up because its process is elsewhere than its address says: %s',
  async (purpose) => {
    const service = astray({ lives: true });
    await expect(answerOrdered(service, purpose, { call, request })).rejects.toThrow('cannot be reached');
  },
);

test('a call whose process is gone is hung up, whoever listens at its address now', async () => {
  const service = astray({ lives: false });
  expect(await answerOrdered(service, 'answer', { call, request })).toEqual(answer('hang-up'));
  expect(await answerOrdered(service, 'status', { call, request })).toEqual(answer('acknowledged'));
});
