import { dialogOfAnswer } from '../dialog/dialog-state.ts';
import type { ReplaceableCall } from '../dialog/replaces.ts';
import { readEnvelope } from '../message/envelope.ts';
import { headerOf, type SipMessage, type SipResponse } from '../message/sip-message.ts';
import type { Stack } from '../stack.ts';
import type { ClientTransaction } from '../transaction/client-transaction.ts';
import { EarlyDialog } from './early-dialog.ts';

interface Phone {
  dialog: EarlyDialog;
  /** SDP of the latest provisional response that has one. */
  description: string | null;
}

/** Further early dialogs are ignored. */
const MAX_RINGING = 8;

/** Early dialogs of one INVITE, by To tag. */
export class EarlyDialogs {
  readonly #stack: Stack;
  readonly #call: ReplaceableCall;
  readonly #phones = new Map<string, Phone>();

  constructor(stack: Stack, call: ReplaceableCall) {
    this.#stack = stack;
    this.#call = call;
  }

  /**
   * Handles a provisional response; the first with a tag opens an early dialog.
   * @returns its SDP, if it is new
   */
  provisional(invite: ClientTransaction, response: SipResponse): string | null {
    const tag = readEnvelope(response)?.toTag ?? null;
    const phone = tag === null ? null : (this.#phones.get(tag) ?? this.#open(invite, response));
    if (phone === null) return null;
    const description = descriptionOf(response);
    const isNew = description !== null && description !== phone.description;
    phone.description = description ?? phone.description;
    return isNew ? description : null;
  }

  /**
   * SDP of the 2xx, else of the early media (RFC 6337 3.1.1): many peers do not repeat it in the 2xx. Null if neither
   * has one.
   */
  descriptionOf(answer: SipResponse): string | null {
    const early = this.#phones.get(readEnvelope(answer)?.toTag ?? '');
    return descriptionOf(answer) ?? early?.description ?? null;
  }

  close(): void {
    for (const { dialog } of this.#phones.values()) dialog.close().catch(() => undefined);
    this.#phones.clear();
  }

  #open(invite: ClientTransaction, response: SipResponse): Phone | null {
    const state = dialogOfAnswer(invite.request, response);
    if (state === null || this.#phones.size === MAX_RINGING) return null;
    const dialog = new EarlyDialog({
      stack: this.#stack,
      state,
      flow: invite.flow,
      isCaller: true,
      left: () => undefined,
      call: this.#call,
    });
    const phone = { dialog, description: null };
    this.#phones.set(state.remoteTag, phone);
    return phone;
  }
}

/** The SDP body of a message; null if missing. Multipart bodies are already unwrapped. */
function descriptionOf(message: SipMessage): string | null {
  const type = headerOf(message, 'content-type') ?? 'application/sdp';
  if (!/^application\/sdp[ \t]*(?:;|$)/i.test(type)) return null;
  return message.body.trim() === '' ? null : message.body;
}
