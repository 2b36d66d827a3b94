import type { Clock } from '../../../core/clock.ts';
import type { ChangeHub } from './change-hub.ts';
import type { ChangeListener } from './change-listener.ts';

/** Whatever happens meanwhile is told together. */
const PAUSE_MS = 500;
/** Pages cannot see comments: who hears nothing for long takes the stream for dead. */
const SILENCE_MS = 15_000;

/**
 * What changes in an account, as server-sent events: `ready`, then `changes` with the topics, and `still-here` in a long
 * silence. It ends with the token, the process, or `signal`.
 */
export async function* followChanges(
  { hub, clock }: { hub: Pick<ChangeHub, 'join' | 'leave'>; clock: Clock },
  caller: { userId: number; tokenId: number },
  signal: AbortSignal,
): AsyncGenerator<{ event: string; data: unknown }> {
  const listener = await hub.join(caller);
  const leave = (): void => hub.leave(listener);
  signal.addEventListener('abort', leave);
  try {
    if (signal.aborted) return;
    yield { event: 'ready', data: {} };
    for (
      let topics = await nextOf(listener, clock);
      topics !== null;
      topics = await nextOf(listener, clock)
    ) {
      if (topics.length === 0) {
        yield { event: 'still-here', data: {} };
        continue;
      }
      yield { event: 'changes', data: { topics } };
      await clock.sleep(PAUSE_MS, listener.over).catch(() => undefined);
    }
  } finally {
    signal.removeEventListener('abort', leave);
    leave();
  }
}

/** What has changed; empty: nothing for long. */
async function nextOf(listener: ChangeListener, clock: Clock): Promise<string[] | null> {
  const heard = new AbortController();
  clock.sleep(SILENCE_MS, heard.signal).then(
    () => listener.remind(),
    () => undefined,
  );
  try {
    return await listener.next();
  } finally {
    heard.abort();
  }
}
