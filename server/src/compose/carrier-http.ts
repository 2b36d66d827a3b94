import type { OutboundClient, OutboundResult } from '../http/outbound/outbound-request.ts';
import type { CarrierHttp, CarrierHttpResult } from '../providers/interfaces/messaging-carrier.ts';

/** The outbound client for carriers; it reports whether a failed request may have arrived. */
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
      return { kind: 'failure', cause: 'other', reason: 'The request was aborted.', mayHaveArrived };
    }
  };
}

function carrierResult(result: OutboundResult, mayHaveArrived: boolean): CarrierHttpResult {
  switch (result.kind) {
    case 'response':
      return result;
    case 'refused':
    case 'unreachable':
      return { kind: 'failure', cause: 'other', reason: result.reason, mayHaveArrived };
    case 'timeout':
      return {
        kind: 'failure',
        cause: 'timeout',
        reason: 'The carrier did not respond in time.',
        mayHaveArrived,
      };
    case 'too-large':
      return { kind: 'failure', cause: 'too-large', reason: 'The response is too large.', mayHaveArrived };
    case 'too-many-redirects':
      return {
        kind: 'failure',
        cause: 'other',
        reason: 'The carrier redirects too many times.',
        mayHaveArrived,
      };
  }
}
