import type { OutboundClient, OutboundResult } from '../http/outbound/outbound-request.ts';
import type { CarrierHttp, CarrierHttpResult } from '../providers/spec/messaging-carrier.ts';

/** The guarded client, for carriers: it also says whether something of a failed request may have arrived. */
export function carrierHttp(outbound: Pick<OutboundClient, 'request'>): CarrierHttp {
  return async (request) => {
    let mayHaveArrived = false;
    const onStart = (): void => {
      mayHaveArrived = true;
    };
    try {
      return carrierResult(await outbound.request({ ...request, onStart }), mayHaveArrived);
    } catch (error) {
      if (!mayHaveArrived) throw error;
      return { kind: 'failure', cause: 'other', reason: 'The request was broken off.', mayHaveArrived };
    }
  };
}

function carrierResult(result: OutboundResult, mayHaveArrived: boolean): CarrierHttpResult {
  const other = (reason: string): CarrierHttpResult => ({
    kind: 'failure',
    cause: 'other',
    reason,
    mayHaveArrived,
  });
  switch (result.kind) {
    case 'response':
      return result;
    case 'refused':
    case 'unreachable':
      return other(result.reason);
    case 'timeout':
      return { kind: 'failure', cause: 'timeout', reason: 'There was no answer in time.', mayHaveArrived };
    case 'too-large':
      return other('The answer is too large.');
    case 'too-many-redirects':
      return other('The answer leads in circles.');
  }
}
