import type { Envelope } from '../message/envelope.ts';
import type { SipRequest } from '../message/sip-message.ts';
import type { ServerTransaction } from '../transaction/server-transaction.ts';

export interface DialogUser {
  readonly id: { callId: string; localTag: string; remoteTag: string };
  /** True if another process relays the dialog; its messages must then be signed. */
  readonly isRelayed: boolean;
  /** Any request except ACK; must be answered. */
  requested(transaction: ServerTransaction): void;
  acknowledged(request: SipRequest): void;
  /** Hangs up; resolves when the peer has answered the BYE or does not respond. */
  close(): Promise<void>;
}

export class DialogTable {
  readonly #users = new Map<string, DialogUser>();

  add(user: DialogUser): void {
    this.#users.set(keyOf(user.id), user);
  }

  remove(user: DialogUser): void {
    if (this.#users.get(keyOf(user.id)) === user) this.#users.delete(keyOf(user.id));
  }

  all(): DialogUser[] {
    return [...this.#users.values()];
  }

  find({ callId, fromTag, toTag }: Envelope): DialogUser | null {
    return this.#users.get(keyOf({ callId, localTag: toTag ?? '', remoteTag: fromTag ?? '' })) ?? null;
  }
}

function keyOf({ callId, localTag, remoteTag }: DialogUser['id']): string {
  return `${callId} ${localTag} ${remoteTag}`;
}
