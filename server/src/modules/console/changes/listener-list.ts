import { AppError } from '../../../core/errors.ts';
import { ChangeListener } from './change-listener.ts';

/** Listeners of one account in one process. */
const MAX_PER_ACCOUNT = 30;

/** Listeners of this process by account. */
export class ListenerList {
  readonly #byAccount = new Map<number, Set<ChangeListener>>();

  /** Throws `rate-limited` when the account has too many. */
  add(caller: { userId: number; tokenId: number }): ChangeListener {
    const others = this.#byAccount.get(caller.userId) ?? new Set();
    if (others.size >= MAX_PER_ACCOUNT) {
      const message = `An account can have at most ${MAX_PER_ACCOUNT} open connections for live updates.`;
      throw new AppError('rate-limited', message, { retryAfterSeconds: 30 });
    }
    const listener = new ChangeListener(caller);
    this.#byAccount.set(caller.userId, others.add(listener));
    return listener;
  }

  /** @returns whether it was the account's last listener */
  remove(listener: ChangeListener): boolean {
    const others = this.#byAccount.get(listener.userId);
    others?.delete(listener);
    if (others === undefined || others.size > 0) return false;
    this.#byAccount.delete(listener.userId);
    return true;
  }

  of(userId: number): ChangeListener[] {
    return [...(this.#byAccount.get(userId) ?? [])];
  }

  all(): ChangeListener[] {
    return [...this.#byAccount.values()].flatMap((listeners) => [...listeners]);
  }

  accounts(): number[] {
    return [...this.#byAccount.keys()];
  }
}
