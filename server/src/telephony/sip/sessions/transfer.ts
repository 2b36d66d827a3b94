import { after } from '../../../core/after.ts';
import type { Clock } from '../../../core/clock.ts';
import type { TransferOutcome } from '../../../voice/legs/media-leg.ts';
import type { Dialog } from '../dialog/dialog.ts';
import type { SipRequest } from '../message/sip-message.ts';
import { outcomeOfNotify, outcomeOfRefer } from './refer.ts';

/** Longer than any ringing time. */
const REPORT_WITHIN_MS = 180_000;

/** A blind transfer by REFER (RFC 3515) until its outcome is known. */
export class Transfer {
  readonly outcome: Promise<TransferOutcome>;
  #settle: (outcome: TransferOutcome) => void = () => undefined;
  #isAccepted = false;

  constructor(clock: Clock) {
    const { promise, resolve } = Promise.withResolvers<TransferOutcome>();
    const stop = after(clock, REPORT_WITHIN_MS, () =>
      resolve({ kind: 'refused', reason: 'The transfer timed out.' }),
    );
    this.#settle = (outcome) => {
      stop();
      resolve(outcome);
    };
    this.outcome = promise;
  }

  /** @param target a SIP URI */
  send(dialog: Dialog, target: string, signal: AbortSignal): void {
    const giveUp = (): void => this.#settle({ kind: 'refused', reason: 'The transfer was canceled.' });
    signal.addEventListener('abort', giveUp, { once: true });
    this.outcome.then(() => signal.removeEventListener('abort', giveUp));
    const headers = [{ name: 'refer-to', value: `<${target}>` }];
    dialog.request('REFER', { headers }, (response) => {
      this.#isAccepted = response !== null && response.status < 300;
      const outcome = outcomeOfRefer(response);
      if (outcome !== null) this.#settle(outcome);
    });
  }

  notified(notify: SipRequest): void {
    const outcome = outcomeOfNotify(notify);
    if (outcome !== null) this.#settle(outcome);
  }

  /** Must be called when the call has ended. @returns true if the peer hung up because it accepted the transfer */
  ended(isByPeer: boolean): boolean {
    const hasGone = isByPeer && this.#isAccepted;
    this.#settle(hasGone ? { kind: 'transferred' } : { kind: 'refused', reason: 'The call ended.' });
    return hasGone;
  }
}
