import type { Clock } from '../../core/clock.ts';
import type { Log } from '../../core/log.ts';
import type { CallCarrier, CallInstruction } from '../../providers/interfaces/call-carrier.ts';
import type { StreamControl } from './stream-leg.ts';

/** Retry pauses for ending a call; a call that does not end costs money. */
const END_PAUSES_MS = [1000, 5000, 15_000];

export interface ControlDeps {
  carrier: Pick<CallCarrier, 'redirect' | 'end'>;
  clock: Clock;
  log: Log;
  /** Aborted at the shutdown deadline. */
  lifetime: AbortSignal;
}

export interface CallEnder {
  /** Ends a call, with retries. Never rejects. */
  end(carrierCallId: string): Promise<void>;
  /** Resolves when all requested ends have succeeded or finally failed. */
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
        log.warn({ error, carrierCallId }, 'Failed to end a call at its carrier.');
        return;
      }
      await clock.sleep(pauseMs, lifetime).catch(() => undefined);
    }
  }
}

/** @param nextStream returns the instruction that presses keys and then opens a new stream */
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
        log.warn({ error, carrierCallId }, 'Failed to send DTMF through the carrier.');
        return false;
      }
    },
  };
}
