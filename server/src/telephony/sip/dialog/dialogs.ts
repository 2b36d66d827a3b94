import type { Envelope } from '../message/envelope.ts';
import type { SipRequest } from '../message/sip-message.ts';
import type { ServerTransaction } from '../transaction/server-transaction.ts';
import type { ReplaceableCall } from './replaces.ts';

export interface DialogId {
  callId: string;
  localTag: string;
  remoteTag: string;
}

export interface DialogUser {
  readonly id: DialogId;
  /** True if another process relays the dialog; its messages must then be signed. */
  readonly isRelayed: boolean;
  /** The call, if an INVITE with Replaces may take it over; else null. */
  readonly call: ReplaceableCall | null;
  /** Any request except ACK; must be answered. */
  requested(transaction: ServerTransaction): void;
  acknowledged(request: SipRequest): void;
  /** Hangs up; resolves when the peer has answered the BYE or does not respond. */
  close(): Promise<void>;
}

const MOST_ENDED = 1000;

export class DialogTable {
  readonly #users = new Map<string, DialogUser>();
  /** Keys of recently ended dialogs. */
  readonly #ended = new Set<string>();

  add(user: DialogUser): void {
    this.#users.set(keyOf(user.id), user);
  }

  remove(user: DialogUser): void {
    const key = keyOf(user.id);
    if (this.#users.get(key) !== user) return;
    this.#users.delete(key);
    this.#ended.add(key);
    const [oldest] = this.#ended;
    if (oldest !== undefined && this.#ended.size > MOST_ENDED) this.#ended.delete(oldest);
  }

  all(): DialogUser[] {
    return [...this.#users.values()];
  }

  /** The dialog of a received request. */
  find({ callId, fromTag, toTag }: Envelope): DialogUser | null {
    return this.named({ callId, localTag: toTag ?? '', remoteTag: fromTag ?? '' });
  }

  named(id: DialogId): DialogUser | null {
    return this.#users.get(keyOf(id)) ?? null;
  }

  /** True if a dialog has ended recently. */
  hasEnded(id: DialogId): boolean {
    return this.#ended.has(keyOf(id));
  }
}

function keyOf({ callId, localTag, remoteTag }: DialogId): string {
  return `${callId} ${localTag} ${remoteTag}`;
}
