import type { TransferRequest } from '../call-host.ts';
import type { DialFailure } from '../legs/outbound-route.ts';
import type { CallStage } from '../session/call-stage.ts';
import { SecondParty } from './second-party.ts';

const RINGING_TIME_MS = 30_000;

export type DialedParty =
  | { kind: 'answered'; party: SecondParty }
  | { kind: 'failed'; reason: DialFailure; isBusy: boolean };

/** Dials a party for the customer. Canceled when the call ends. */
export function dialParty(
  stage: CallStage,
  request: Omit<TransferRequest, 'ringingTimeMs'>,
): Promise<DialedParty> {
  const { host, signal } = stage.call;
  return new Promise((resolve) => {
    const fail = (reason: DialFailure): void =>
      resolve({ kind: 'failed', reason, isBusy: reason === 'busy' });
    if (signal.aborted) return fail('canceled');
    const dialing = host.dial({ ...request, ringingTimeMs: RINGING_TIME_MS }, (event) => {
      if (event.type === 'failed') fail(event.failure);
      if (event.type !== 'answered') return;
      if (signal.aborted) event.leg.hangUp();
      else resolve({ kind: 'answered', party: new SecondParty(stage, event.leg) });
    });
    const giveUp = (): void => {
      dialing.cancel();
      fail('canceled');
    };
    signal.addEventListener('abort', giveUp, { once: true });
  });
}
