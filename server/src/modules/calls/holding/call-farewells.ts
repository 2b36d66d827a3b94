import { messageOf } from '../../../core/errors.ts';
import type { Log } from '../../../core/log.ts';
import type { MediaLeg } from '../../../voice/legs/media-leg.ts';
import type { StoredTogether } from './stored-together.ts';

/** What another process would have to say at carriers now; empty: nothing. */
type Left = () => readonly string[];

interface FarewellParts {
  together: Pick<StoredTogether, 'left'>;
  log: Log;
}

/**
 * Everything that a call would leave at carriers, should this process die: telephones that ring, its own leg, and those of its
 * transfers. What goes out is stored at once; what is answered, or over, with the next write of the call.
 */
export class CallFarewells {
  readonly #parts: FarewellParts;
  readonly #callId: number;
  readonly #left = new Set<Left>();
  #writing: Promise<unknown> = Promise.resolve();

  constructor(parts: FarewellParts, callId: number) {
    this.#parts = parts;
    this.#callId = callId;
  }

  /** For `DialRequest.underWay`: something has gone out. Never throws. */
  readonly add = (left: Left): void => {
    this.#left.add(left);
    const { together, log } = this.#parts;
    const callId = this.#callId;
    this.storedBy((farewell) => together.left({ callId, farewell })).catch((error: unknown) =>
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
    if (leg.farewell !== undefined) this.add(leftOf(leg));
  }

  /** Stores all of it by a write that happens anyway, after those under way: none of them is older than what it follows. */
  storedBy<Result>(store: (farewell: string | null) => Promise<Result>): Promise<Result> {
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
    const farewell = leg.farewell?.() ?? null;
    return farewell === null ? [] : [farewell];
  };
}
