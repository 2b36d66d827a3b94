import type { Dialog } from '../dialog/dialog.ts';
import { readEnvelope } from '../message/envelope.ts';
import type { SipResponse } from '../message/sip-message.ts';
import type { InviteAttempt } from './invite-attempt.ts';

/** Telephones that answer one call; those of more of them are not heard. */
const MAX_ANSWERS = 9;

/** Dialogs of the telephones that have answered a call: of the first, and of those that were hung up. */
export class PhoneAnswers {
  readonly #byTag = new Map<string, Dialog>();

  /** The dialog of a telephone that answers again, because it has not heard us; null: it answers for the first time. */
  known(response: SipResponse): Dialog | null {
    return this.#byTag.get(readEnvelope(response)?.toTag ?? '') ?? null;
  }

  /** Takes note of an answer; null: no dialog can be made of it. */
  take(attempt: InviteAttempt, response: SipResponse): Dialog | null {
    const dialog = attempt.dialogOf(response);
    if (dialog !== null) this.#byTag.set(dialog.state.remoteTag, dialog);
    return dialog;
  }

  /** Hangs up: the answer crossed our giving up, or is a second one from another telephone. */
  dismiss(attempt: InviteAttempt, response: SipResponse): void {
    if (this.#byTag.size < MAX_ANSWERS) this.take(attempt, response)?.request('BYE', {}, () => undefined);
  }
}
