import type { Clock } from '../../../core/clock.ts';
import type { ChangeHub } from './change-hub.ts';

/** Whatever happens meanwhile is told together. */
const PAUSE_MS = 500;

/**
 * What changes in an account, as server-sent events: `ready`, then `changes` with the topics. It ends with the token, the
 * process, or `signal`.
 */
export async function* followChanges(
  { hub, clock }: { hub: ChangeHub; clock: Clock },
  caller: { userId: number; tokenId: number },
  signal: AbortSignal,
): AsyncGenerator<{ event: string; data: unknown }> {
  const listener = await hub.join(caller);
  const leave = (): void => hub.leave(listener);
  signal.addEventListener('abort', leave);
  try {
    if (signal.aborted) return;
    yield { event: 'ready', data: {} };
    for (let topics = await listener.next(); topics !== null; topics = await listener.next()) {
      yield { event: 'changes', data: { topics } };
      await clock.sleep(PAUSE_MS, listener.over).catch(() => undefined);
    }
  } finally {
    signal.removeEventListener('abort', leave);
    leave();
  }
}
