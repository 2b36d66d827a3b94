import { messageOf } from '../../../core/errors.ts';
import type { Log } from '../../../core/log.ts';
import type { Dialing } from '../../../voice/legs/outbound-route.ts';
import type { MediaLeg } from '../../../voice/legs/media-leg.ts';
import type { StoredTogether } from './stored-together.ts';

/** What another process would have to say at carriers now; empty: nothing. */
type Left = () => readonly string[];

interface PendingHangUpDeps {
  together: Pick<StoredTogether, 'left'>;
  log: Log;
}

/**
 * Everything that a call would leave at carriers, should this process die: telephones that ring, its own leg, and those of its
 * transfers. What nobody could know of is stored before it goes out; what rings, is answered, or over, with the next write of the call.
 */
export class CallHangUps {
  readonly #deps: PendingHangUpDeps;
  readonly #callId: number;
  readonly #left = new Set<Left>();
  #writing: Promise<unknown> = Promise.resolve();

  constructor(deps: PendingHangUpDeps, callId: number) {
    this.#deps = deps;
    this.#callId = callId;
  }

  /** A dial, which stores what it leaves by `store`, or a call that came in, with which it is stored. */
  addUnanswered(call: Pick<Dialing, 'left'>): void {
    this.#left.add(() => call.left?.() ?? []);
  }

  /** For `DialRequest.keep`: stores what is left now. Resolves when that is done, or cannot be. */
  readonly store = (): Promise<void> => {
    const { together, log } = this.#deps;
    const callId = this.#callId;
    return this.storedBy((pendingHangUp) => together.left({ callId, pendingHangUp })).catch(
      (error: unknown) =>
        log.warn(
          { error: messageOf(error), call: callId },
          'What a call leaves at its carrier was not stored.',
        ),
    );
  };

  /** A leg that is up; another write stores it. */
  keep(leg: MediaLeg): void {
    this.#left.add(leftOf(leg));
  }

  /** The leg of a transfer. */
  addLeg(leg: MediaLeg): void {
    if (leg.pendingHangUp === undefined) return;
    this.keep(leg);
    void this.store();
  }

  /** Stores all of it by a write that happens anyway, after those under way: none of them is older than what it follows. */
  storedBy<Result>(store: (pendingHangUp: string | null) => Promise<Result>): Promise<Result> {
    const stored = this.#writing.then(() => store(this.#text()));
    this.#writing = stored.catch(() => undefined);
    return stored;
  }

  #text(): string | null {
    const all = [...this.#left].flatMap((left) => left());
    return all.length === 0 ? null : JSON.stringify(all);
  }
}

function leftOf(leg: MediaLeg): Left {
  return () => {
    const pendingHangUp = leg.pendingHangUp?.() ?? null;
    return pendingHangUp === null ? [] : [pendingHangUp];
  };
}
