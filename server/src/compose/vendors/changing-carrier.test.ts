import { expect, test } from 'vitest';
import type { CallCarrier, CallReport } from '../../providers/interfaces/call-carrier.ts';
import { ChangingCarrier } from './changing-carrier.ts';

const NEVER = AbortSignal.any([]);
const ENDED = { state: 'ended', failure: null, code: null } as const;

/** An account whose requests are signed with its name. */
function account(name: string): CallCarrier & { ended: string[] } {
  const ended: string[] = [];
  let calls = 0;
  return {
    ended,
    order: async () => {
      calls += 1;
      return { kind: 'accepted', carrierCallId: `${name}-${calls}` };
    },
    redirect: async () => undefined,
    end: async (id) => {
      ended.push(id);
    },
    price: async () => null,
    readRequest: ({ headers, body }) => {
      if (headers['signature'] !== name) return { kind: 'refused', reason: 'Forged.' };
      const report: CallReport = { carrierCallId: String(body), from: null, to: '', progress: ENDED };
      return { kind: 'report', report };
    },
    isGenuineUpgrade: ({ headers }) => headers['signature'] === name,
    answer: () => ({ contentType: 'text/xml', text: 'answer' }),
    acknowledgement: { contentType: 'text/xml', text: 'acknowledged' },
  };
}

const CALL = {
  from: '+14155550100',
  to: '+14155550123',
  ringingTimeMs: 30_000,
  answerUrl: '',
  statusUrl: '',
};

const request = (signature: string, id: string) =>
  ({ method: 'POST', url: '/', headers: { signature }, body: Buffer.from(id) }) as const;

test('new calls use the new account, and calls under way keep theirs', async () => {
  const [first, second] = [account('first'), account('second')];
  const carrier = new ChangingCarrier(first);
  await carrier.order(CALL, NEVER);
  carrier.use(second);
  expect(await carrier.order(CALL, NEVER)).toEqual({ kind: 'accepted', carrierCallId: 'second-1' });
  await carrier.end('first-1', NEVER);
  await carrier.end('second-1', NEVER);
  expect([first.ended, second.ended]).toEqual([['first-1'], ['second-1']]);
  expect(carrier.readRequest(request('first', 'first-1')).kind).toBe('report');
  expect(carrier.readRequest(request('second', 'inbound')).kind).toBe('report');
  expect(carrier.isGenuineUpgrade(request('first', ''))).toBe(true);
});

test('a former account cannot report new calls', () => {
  const carrier = new ChangingCarrier(account('first'));
  expect(carrier.readRequest(request('first', 'inbound-1')).kind).toBe('report');
  carrier.use(account('second'));
  expect(carrier.readRequest(request('first', 'inbound-1')).kind).toBe('report');
  expect(carrier.readRequest(request('first', 'inbound-2')).kind).toBe('refused');
  expect(carrier.readRequest(request('third', 'inbound-1')).kind).toBe('refused');
});

test('without an account, calls under way can be ended, and new ones are refused', async () => {
  const first = account('first');
  const carrier = new ChangingCarrier(first);
  await carrier.order(CALL, NEVER);
  carrier.use(null);
  expect(await carrier.order(CALL, NEVER)).toMatchObject({ kind: 'refused', failure: 'unavailable' });
  expect(carrier.readRequest(request('first', 'new')).kind).toBe('refused');
  await carrier.end('first-1', NEVER);
  expect(first.ended).toEqual(['first-1']);
  await expect(carrier.end('unknown', NEVER)).rejects.toThrow(/disconnected/);
});
