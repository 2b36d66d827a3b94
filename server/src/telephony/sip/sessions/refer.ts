import type { TransferOutcome } from '../../../voice/legs/media-leg.ts';
import { headerOf, type SipRequest, type SipResponse } from '../message/sip-message.ts';
import { failureOf } from './dial-failure.ts';

/** Outcome of the response to a REFER; null if accepted, and NOTIFYs follow. */
export function outcomeOfRefer(response: SipResponse | null): TransferOutcome | null {
  if (response === null) return { kind: 'refused', reason: 'The peer did not answer.' };
  return response.status < 300 ? null : { kind: 'untried' };
}

/** Outcome in a NOTIFY (RFC 3515 2.4.4); null while the transfer is in progress. Never throws. */
export function outcomeOfNotify(notify: SipRequest): TransferOutcome | null {
  const [line = ''] = notify.body.trimStart().split(/\r?\n/);
  const [, digits, reason = ''] = /^SIP\/2\.0\s+([1-6]\d\d)\s*(.*)$/i.exec(line) ?? [];
  const status = Number(digits ?? 0);
  if (status >= 200 && status < 300) return { kind: 'transferred' };
  if (status >= 300) {
    return {
      kind: 'refused',
      reason: `${status} ${reason}`.trim(),
      isBusy: failureOf(status, true) === 'busy',
    };
  }
  const isOver = /^\s*terminated/i.test(headerOf(notify, 'subscription-state') ?? '');
  return isOver ? { kind: 'refused', reason: 'The peer stopped reporting.' } : null;
}

export function isReferNotify(notify: SipRequest): boolean {
  return /^refer\b/i.test((headerOf(notify, 'event') ?? '').trim());
}
