import { dialogOfAnswer } from '../dialog/dialog-state.ts';
import { readEnvelope } from '../message/envelope.ts';
import type { SipResponse } from '../message/sip-message.ts';
import { descriptionOf } from '../sdp/description-of.ts';
import type { Stack } from '../stack.ts';
import type { ClientTransaction } from '../transaction/client-transaction.ts';
import { EarlyDialog } from './early-dialog.ts';

interface Phone {
  dialog: EarlyDialog;
  /** Of the last provisional response that brought one. */
  description: string | null;
}

/** Telephones of one number; more of them ring unheard. */
const MAX_RINGING = 8;

/** The telephones that ring for one call of ours, each known by its tag. */
export class RingingPhones {
  readonly #stack: Stack;
  readonly #phones = new Map<string, Phone>();

  constructor(stack: Stack) {
    this.#stack = stack;
  }

  /** Takes in a provisional response: from the first one on its telephone may speak within the dialog. */
  heard(invite: ClientTransaction, response: SipResponse): void {
    const tag = readEnvelope(response)?.toTag ?? null;
    const phone = tag === null ? null : (this.#phones.get(tag) ?? this.#open(invite, response));
    if (phone !== null) phone.description = descriptionOf(response) ?? phone.description;
  }

  /**
   * What a telephone that answers described: its answer's word, else that of its early media (RFC 6337 3.1.1), whose
   * answer many leave out where they have given it before. Null: nothing.
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
    const left = (): void => undefined;
    const dialog = new EarlyDialog({ stack: this.#stack, state, flow: invite.flow, isCaller: true, left });
    const phone = { dialog, description: null };
    this.#phones.set(state.remoteTag, phone);
    return phone;
  }
}
