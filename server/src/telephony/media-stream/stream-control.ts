import type { Clock } from '../../core/clock.ts';
import type { Log } from '../../core/log.ts';
import type { CallCarrier, CallInstruction } from '../../providers/interfaces/call-carrier.ts';
import type { StreamControl } from './stream-leg.ts';

/** A call that goes on costs money: its end is asked for again after these pauses. */
const END_PAUSES_MS = [1000, 5000, 15_000];

export interface ControlDeps {
  carrier: Pick<CallCarrier, 'redirect' | 'end'>;
  clock: Clock;
  log: Log;
  /** Aborted when nothing is waited for any more. */
  lifetime: AbortSignal;
}

/** Ends calls at the carrier. */
export interface CallEnder {
  /** In a few tries; never rejects. */
  end(carrierCallId: string): Promise<void>;
  /** Resolves when every call whose end was asked for is ended, or given up. */
  settle(): Promise<void>;
}

export function createCallEnder(deps: ControlDeps): CallEnder {
  const ending = new Set<Promise<void>>();
  return {
    end(carrierCallId) {
      const ended = endAtCarrier(deps, carrierCallId);
      ending.add(ended);
      return ended.finally(() => ending.delete(ended));
    },
    async settle() {
      await Promise.all(ending);
    },
  };
}

async function endAtCarrier(deps: ControlDeps, carrierCallId: string): Promise<void> {
  const { carrier, clock, log, lifetime } = deps;
  for (const pauseMs of [...END_PAUSES_MS, null]) {
    try {
      await carrier.end(carrierCallId, lifetime);
      return;
    } catch (error) {
      if (pauseMs === null || lifetime.aborted) {
        log.warn({ error, carrierCallId }, 'A call could not be ended at its carrier.');
        return;
      }
      await clock.sleep(pauseMs, lifetime).catch(() => undefined);
    }
  }
}

/** @param nextStream tells the carrier to bring the call's sound again, after keys were pressed */
export function createStreamControl(
  { carrier, log, lifetime, ender }: ControlDeps & { ender: CallEnder },
  carrierCallId: string,
  nextStream: (digits: string) => CallInstruction,
): StreamControl {
  return {
    end: () => ender.end(carrierCallId),
    async pressKeys(digits) {
      try {
        await carrier.redirect(carrierCallId, nextStream(digits), lifetime);
        return true;
      } catch (error) {
        log.warn({ error, carrierCallId }, 'The carrier did not press keys.');
        return false;
      }
    },
  };
}
