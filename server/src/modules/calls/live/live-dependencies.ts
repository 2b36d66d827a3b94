import type { WebSocket } from 'ws';
import type { Role } from '#contract/roles.ts';
import type { Clock } from '../../../core/clock.ts';
import type { SecretBox } from '../../../core/secret-box.ts';
import type { Executor } from '../../../db/client.ts';
import type { LiveCalls } from './live-calls.ts';

/** A listener for changes of an account. */
export interface AccountListener {
  /** Aborted when the token ends or changes its account or role, or the process stops. */
  readonly over: AbortSignal;
  /** Resolves with changed topics; null once it is over. */
  next(): Promise<string[] | null>;
}

export interface LiveCallDependencies {
  database: Pick<Executor, 'query'>;
  clock: Clock;
  processId: string;
  secretBox: SecretBox;
  /** The answered calls of this process. */
  live: LiveCalls;
  /** Changes of accounts, made by any process. */
  changes: {
    /** Throws `rate-limited` if the account has too many listeners, and `unavailable` during shutdown. */
    join(caller: { userId: number; tokenId: number; role: Role }): Promise<AccountListener>;
    leave(listener: AccountListener): void;
  };
  /** The processes of this installation. */
  processes: {
    /** The address of a process; null if it is dead or has none. */
    of(processId: string): Promise<string | null>;
    /**
     * Opens a WebSocket of a process, which is closed if the process stops responding. Never rejects.
     * @returns paused until `resume`; the HTTP status if the call refuses it; null if it cannot be opened
     */
    openAt(origin: string, path: string): Promise<WebSocket | 404 | 409 | 429 | null>;
    /** Posts JSON text to a process. Never rejects. @returns null if there was no answer */
    postTo(origin: string, path: string, body: string): Promise<{ status: number; text: string } | null>;
  };
}
