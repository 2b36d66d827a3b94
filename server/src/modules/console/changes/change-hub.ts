import type { Role } from '#contract/roles.ts';
import type { Clock } from '../../../core/clock.ts';
import { AppError } from '../../../core/errors.ts';
import type { Log } from '../../../core/log.ts';
import type { Database, Executor } from '../../../db/client.ts';
import { type Loop, startLoop } from '../../../work/loop.ts';
import { ChangeListener, EVERYTHING, type ListeningCaller } from './change-listener.ts';
import { readNotification } from './notification.ts';

/** How long an entry of a process is valid without renewal. */
const WATCH_SECONDS = 60;

export interface ChangeHubDeps {
  database: Database;
  processId: string;
  clock: Clock;
  log: Log;
  /** Account and role of the tokens in `tokenIds` that are still valid. */
  validTokens(tokenIds: readonly number[]): Promise<ReadonlyMap<number, { userId: number; role: Role }>>;
}

const TICK_MS = 1000;
const RENEW_MS = (WATCH_SECONDS * 1000) / 3;

/** Notifies listeners of this process about changes of their accounts made by any process. */
export class ChangeHub {
  readonly #deps: ChangeHubDeps;
  readonly #listeners = new ListenerList();
  /** Listeners waiting for transactions older than this id, whose changes send no notification. */
  readonly #waiting = new Map<ChangeListener, bigint>();
  #loop: Loop | null = null;
  #writing: Promise<void> = Promise.resolve();
  /** Monotonic milliseconds; null if the entry must be written now. */
  #writtenAtMs: number | null = null;
  /** Notifications may have been missed. */
  #hasGap = false;
  #isClosed = false;

  constructor(deps: ChangeHubDeps) {
    this.#deps = deps;
  }

  /**
   * Every change of the account after the returned promise resolves is reported. Throws `rate-limited`, and
   * `unavailable` during shutdown.
   */
  async join(caller: ListeningCaller): Promise<ChangeListener> {
    this.#refuseWhenClosed();
    const listener = this.#listeners.add(caller);
    try {
      this.#startLoop();
      await this.#write();
      // The token may have been revoked after the request was admitted, and before its account was watched.
      await this.#endRevoked([listener]);
      await this.#waitForOthers([listener]);
      this.#refuseWhenClosed();
      return listener;
    } catch (error) {
      this.leave(listener);
      throw error;
    }
  }

  leave(listener: ChangeListener): void {
    listener.end();
    this.#waiting.delete(listener);
    if (this.#listeners.remove(listener)) this.#writtenAtMs = null;
  }

  /** Closes all listeners. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const listener of this.#listeners.all()) this.leave(listener);
    await this.#loop?.stop();
    if (this.#loop !== null) await this.#write();
  }

  #refuseWhenClosed(): void {
    if (!this.#isClosed) return;
    throw new AppError('unavailable', 'This process is stopping.', { retryAfterSeconds: 1 });
  }

  /** Call it when notifications may have been lost. */
  markGap(): void {
    this.#hasGap = this.#loop !== null;
  }

  /** Runs from the first listener of the process on. */
  #startLoop(): void {
    const { clock, log } = this.#deps;
    this.#loop ??= startLoop({
      name: 'watched accounts',
      intervalMs: TICK_MS,
      clock,
      log,
      work: () => this.#tick(),
    });
  }

  /** Handles a notification of a trigger. */
  receive(payload: string): void {
    const heard = readNotification(payload);
    if (heard === null) return;
    const listeners = this.#listeners.of(heard.userId);
    for (const listener of listeners) listener.tell(heard.topic);
    if (heard.topic !== 'api_keys' && heard.topic !== 'members') return;
    // A session or API key may have been revoked, or a role changed.
    this.#endRevoked(listeners).catch((error: unknown) =>
      this.#deps.log.warn({ error }, 'Could not check for revoked sessions; retrying later.'),
    );
  }

  async #tick(): Promise<void> {
    const sinceMs = this.#deps.clock.monotonicMs() - (this.#writtenAtMs ?? 0);
    if (this.#writtenAtMs !== null && sinceMs > WATCH_SECONDS * 1000) this.#hasGap = true;
    if (this.#hasGap || this.#writtenAtMs === null || sinceMs >= RENEW_MS) {
      const hadGap = this.#hasGap;
      await this.#write();
      const listeners = this.#listeners.all();
      if (hadGap) {
        await this.#waitForOthers(listeners);
        for (const listener of listeners) listener.tell(EVERYTHING);
        this.#hasGap = false;
      }
      await this.#endRevoked(listeners);
    }
    await this.#tellWhatWaited();
  }

  /** Stores the watched accounts. Writes are serialized, and each one stores the complete list. */
  #write(): Promise<void> {
    const { database, processId, clock } = this.#deps;
    const write = async (): Promise<void> => {
      const startedAtMs = clock.monotonicMs();
      await watchAccounts(database, processId, this.#listeners.accounts());
      this.#writtenAtMs = startedAtMs;
    };
    const written = this.#writing.then(write);
    this.#writing = written.catch(() => undefined);
    return written;
  }

  async #waitForOthers(listeners: readonly ChangeListener[]): Promise<void> {
    const number = await transactionsUnderWay(this.#deps.database);
    if (number === null) return;
    for (const listener of listeners) if (!listener.over.aborted) this.#waiting.set(listener, number);
  }

  async #tellWhatWaited(): Promise<void> {
    if (this.#waiting.size === 0) return;
    const oldest = await oldestTransaction(this.#deps.database);
    for (const [listener, number] of this.#waiting) {
      if (number > oldest) continue;
      this.#waiting.delete(listener);
      listener.tell(EVERYTHING);
    }
  }

  async #endRevoked(listeners: readonly ChangeListener[]): Promise<void> {
    if (listeners.length === 0) return;
    const valid = await this.#deps.validTokens(listeners.map(({ caller }) => caller.tokenId));
    for (const listener of listeners) {
      const { userId, tokenId, role } = listener.caller;
      const now = valid.get(tokenId);
      // After a change of the role, the client connects again if it still may.
      if (now === undefined || now.userId !== userId || now.role !== role) listener.end();
    }
  }
}

/** Listeners of one account in one process. */
const MAX_PER_ACCOUNT = 30;

/** Listeners of this process by account. */
class ListenerList {
  readonly #byAccount = new Map<number, Set<ChangeListener>>();

  /** Throws `rate-limited` when the account has too many. */
  add(caller: ListeningCaller): ChangeListener {
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
    const others = this.#byAccount.get(listener.caller.userId);
    others?.delete(listener);
    if (others === undefined || others.size > 0) return false;
    this.#byAccount.delete(listener.caller.userId);
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

/** Replaces the accounts watched by a process, valid for `WATCH_SECONDS`. */
async function watchAccounts(
  database: Executor,
  processId: string,
  userIds: readonly number[],
): Promise<void> {
  await database.query(
    `with gone as (
       delete from watched_accounts
       where (process_id = $1 and user_id <> all ($2::bigint[])) or until < clock_timestamp())
     insert into watched_accounts (user_id, process_id, until)
     select id, $1, clock_timestamp() + make_interval(secs => $3) from users where id = any ($2::bigint[])
     on conflict (user_id, process_id) do update set until = excluded.until`,
    [processId, userIds, WATCH_SECONDS],
  );
}

/**
 * Transactions that started before the account was watched send no notification. They have all ended once
 * `oldestTransaction` reaches the returned id.
 * @returns null if there are no such transactions
 */
async function transactionsUnderWay(database: Executor): Promise<bigint | null> {
  const [row] = await database.query<{ next: string; is_busy: boolean }>(
    `select pg_snapshot_xmax(snapshot)::text as next,
       pg_snapshot_xmin(snapshot) < pg_snapshot_xmax(snapshot) as is_busy
     from pg_current_snapshot() as snapshot`,
  );
  return row?.is_busy === true ? BigInt(row.next) : null;
}

/** Id of the oldest running transaction. */
async function oldestTransaction(database: Executor): Promise<bigint> {
  const [row] = await database.query<{ oldest: string }>(
    'select pg_snapshot_xmin(pg_current_snapshot())::text as oldest',
  );
  return BigInt(row?.oldest ?? 0);
}
