import type { Dialog } from '../dialog/dialog.ts';
import { readEnvelope } from '../message/envelope.ts';
import type { SipResponse } from '../message/sip-message.ts';
import type { InviteAttempt } from './invite-attempt.ts';

/** Further answers to one call are ignored. */
const MAX_ANSWERS = 9;

/** Dialogs of all 2xx responses to one INVITE: the first is the call, the others are hung up. */
export class AnsweredDialogs {
  readonly #byTag = new Map<string, Dialog>();

  /** The dialog of a retransmitted 2xx; null if the 2xx is new. */
  known(response: SipResponse): Dialog | null {
    return this.#byTag.get(readEnvelope(response)?.toTag ?? '') ?? null;
  }

  /** Acknowledges a new 2xx and returns its dialog; null if it creates no dialog. */
  take(attempt: InviteAttempt, response: SipResponse): Dialog | null {
    const dialog = attempt.dialogOf(response);
    if (dialog !== null) this.#byTag.set(dialog.state.remoteTag, dialog);
    return dialog;
  }

  /** Hangs up an answer that crossed our CANCEL or came from a second phone. */
  dismiss(attempt: InviteAttempt, response: SipResponse): void {
    if (this.#byTag.size < MAX_ANSWERS) this.take(attempt, response)?.request('BYE', {}, () => undefined);
  }
}
