import { messageOf } from '../../../core/errors.ts';
import type { Log } from '../../../core/log.ts';
import type { MediaLeg } from '../../../voice/legs/media-leg.ts';
import type { Dialing } from '../../../voice/legs/outbound-route.ts';
import type { BatchedWrites } from './batched-writes.ts';

/** Returns the hang-ups that another process has to send if this one dies now. */
type HangUpSource = () => readonly string[];

interface PendingHangUpDeps {
  batched: Pick<BatchedWrites, 'storePendingHangUp'>;
  log: Log;
}

/**
 * Stores the hang-ups of one call that another process has to send if this one dies: of ringing dials, the call's own
 * leg and transfer legs. A dial stores its entry before it sends anything. Later changes are stored with the call's
 * next write.
 */
export class CallHangUps {
  readonly #deps: PendingHangUpDeps;
  readonly #callId: number;
  readonly #sources = new Set<HangUpSource>();
  #writing: Promise<unknown> = Promise.resolve();

  constructor(deps: PendingHangUpDeps, callId: number) {
    this.#deps = deps;
    this.#callId = callId;
  }

  /** Tracks a dial, which calls `store` itself, or an inbound call, whose entry is inserted with the call. */
  trackUnanswered(call: Pick<Dialing, 'pendingHangUps'>): void {
    this.#sources.add(() => call.pendingHangUps?.() ?? []);
  }

  /** For `DialRequest.storePendingHangUps`. Resolves when the write is done or has failed. */
  readonly store = (): Promise<void> => {
    const { batched, log } = this.#deps;
    const callId = this.#callId;
    return this.storedBy((pendingHangUp) => batched.storePendingHangUp({ callId, pendingHangUp })).catch(
      (error: unknown) =>
        log.warn({ error: messageOf(error), call: callId }, 'Pending hang-ups of a call were not stored.'),
    );
  };

  /** Tracks a connected leg; the caller's next write stores it. */
  trackLeg(leg: MediaLeg): void {
    this.#sources.add(hangUpSourceOf(leg));
    leg.whenReplaced?.(() => void this.store());
  }

  /** Tracks and stores the leg of a transfer. */
  storeLeg(leg: MediaLeg): void {
    if (leg.pendingHangUp === undefined) return;
    this.trackLeg(leg);
    void this.store();
  }

  /**
   * Runs a write of the call that also stores the current hang-ups. Writes run in order, so an older value never
   * overwrites a newer one.
   */
  storedBy<Result>(store: (pendingHangUp: string | null) => Promise<Result>): Promise<Result> {
    const stored = this.#writing.then(() => store(this.#text()));
    this.#writing = stored.catch(() => undefined);
    return stored;
  }

  #text(): string | null {
    const all = [...this.#sources].flatMap((source) => source());
    return all.length === 0 ? null : JSON.stringify(all);
  }
}

function hangUpSourceOf(leg: MediaLeg): HangUpSource {
  return () => {
    const pendingHangUp = leg.pendingHangUp?.() ?? null;
    return pendingHangUp === null ? [] : [pendingHangUp];
  };
}
