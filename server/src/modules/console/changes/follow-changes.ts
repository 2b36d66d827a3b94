import type { Clock } from '../../../core/clock.ts';
import type { ChangeHub } from './change-hub.ts';
import type { ChangeListener, ListeningCaller } from './change-listener.ts';

/** Changes within this time are sent in one event. */
const PAUSE_MS = 500;
/** Pages cannot see SSE comments, so an event shows that the stream is alive. */
const SILENCE_MS = 15_000;

/**
 * Changes of an account as server-sent events: `ready`, then `changes` with topics, and `still-here` after a long
 * silence. It ends with the token, the process, or `signal`.
 */
export async function* followChanges(
  { hub, clock }: { hub: Pick<ChangeHub, 'join' | 'leave'>; clock: Clock },
  caller: ListeningCaller,
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

/** Changed topics; empty after a long silence. */
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
