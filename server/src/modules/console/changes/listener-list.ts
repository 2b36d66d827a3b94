import { AppError } from '../../../core/errors.ts';
import { ChangeListener } from './change-listener.ts';

/** Of one account in one process: more windows than anybody has open. */
const MAX_PER_ACCOUNT = 30;

/** Who follows which account in this process. */
export class ListenerList {
  readonly #byAccount = new Map<number, Set<ChangeListener>>();

  /** @throws `rate-limited` when the account has too many */
  add(caller: { userId: number; tokenId: number }): ChangeListener {
    const others = this.#byAccount.get(caller.userId) ?? new Set();
    if (others.size >= MAX_PER_ACCOUNT) {
      const message = `At most ${MAX_PER_ACCOUNT} windows of an account can follow its changes.`;
      throw new AppError('rate-limited', message, { retryAfterSeconds: 30 });
    }
    const listener = new ChangeListener(caller);
    this.#byAccount.set(caller.userId, others.add(listener));
    return listener;
  }

  /** @returns whether it was the last of its account */
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
