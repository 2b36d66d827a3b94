import { expect, test } from 'vitest';
import { instantClock } from '../../../test/kit/clocks.ts';
import type { RawRequest } from '../../http/route.ts';
import type { CallAnswer, CallCarrier, CallReport } from '../../providers/interfaces/call-carrier.ts';
import { answerOrdered, type CarrierService } from './carrier-service.ts';

const answer = (text: string): CallAnswer => ({ contentType: 'text/xml', text });
const unused = (): Promise<never> => Promise.reject(new Error('Not expected.'));
const report: CallReport = {
  carrierCallId: 'CA1',
  from: null,
  to: '',
  progress: { state: 'answered' },
};
const carrier: CallCarrier = {
  order: unused,
  redirect: unused,
  end: unused,
  price: unused,
  isGenuineUpgrade: () => false,
  readRequest: () => ({ kind: 'report', report }),
  answer: ({ kind }) => answer(kind),
  acknowledgement: answer('acknowledged'),
};
const request: RawRequest = { method: 'POST', url: 'http://here/', headers: {}, body: Buffer.alloc(0) };
const call = { provider: 'fake', process: 'holder', attempt: 'attempt' };

/** A service for which the recorded address of process `holder` belongs to another process. */
function withWrongAddress(holder: { lives: boolean }): CarrierService {
  const other: CarrierService = {
    processId: 'other',
    clock: instantClock(),
    carriers: new Map([['fake', carrier]]),
    routes: new Map(),
    inboundHolder: async () => null,
    others: { ...noProcesses, of: async () => 'http://other' },
  };
  const forwarded = { ...request, headers: { 'x-parley-handed-on': '1' } };
  const forward: CarrierService['others']['forward'] = (_origin, path) =>
    answerOrdered(other, path.includes('/answer/') ? 'answer' : 'status', { call, request: forwarded }).then(
      (said) => ({ status: 200, ...said }),
      () => ({ status: 503, ...answer('') }),
    );
  const others = {
    ...noProcesses,
    of: async () => 'http://other',
    isAlive: async () => holder.lives,
    forward,
  };
  return { ...other, processId: 'first', others };
}

const noProcesses: CarrierService['others'] = {
  of: async () => null,
  isAlive: async () => false,
  anyThatHoldsCalls: async () => null,
  forward: async () => null,
  open: async () => null,
  close: async () => undefined,
};

test.each(['answer', 'status'] as const)(
  'does not hang up a live call when another process has the address of its process: %s',
  async (purpose) => {
    const service = withWrongAddress({ lives: true });
    await expect(answerOrdered(service, purpose, { call, request })).rejects.toThrow('cannot be reached');
  },
);

test('hangs up a call whose process is dead even if another process has its address', async () => {
  const service = withWrongAddress({ lives: false });
  expect(await answerOrdered(service, 'answer', { call, request })).toEqual(answer('hang-up'));
  expect(await answerOrdered(service, 'status', { call, request })).toEqual(answer('acknowledged'));
});
