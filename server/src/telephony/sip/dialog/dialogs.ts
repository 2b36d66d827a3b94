import type { Envelope } from '../message/envelope.ts';
import type { SipRequest } from '../message/sip-message.ts';
import type { ServerTransaction } from '../transaction/server-transaction.ts';

/** Whoever a dialog's requests are handed to. */
export interface DialogUser {
  readonly id: { callId: string; localTag: string; remoteTag: string };
  /** Its peer speaks by way of another process of the installation: what is not sealed is not its word. */
  readonly isFar: boolean;
  /** Every request but ACK; it has to be answered. */
  requested(transaction: ServerTransaction): void;
  /** The ACK of a 2xx. */
  acknowledged(request: SipRequest): void;
  /** Hangs up; resolves when the peer knows, or cannot be told. */
  close(): Promise<void>;
}

/** Finds the dialog that a request belongs to. */
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
