import type { Overrides } from '../../src/compose/module-deps.ts';
import type { DomainEvent, EventListener } from '../../src/events/event.ts';
import { type ManualClock, manualClock } from './clocks.ts';
import { eventually } from './eventually.ts';
import type { TestServer } from './test-server.ts';

/** A clock that starts at the present and is moved by the test, with every event that a server records. */
export interface WatchedTime {
  clock: ManualClock;
  events: DomainEvent[];
  overrides: Overrides;
  /** Advances the clock to this instant. */
  reach(instant: Date): void;
}

export function watchedTime(start = new Date()): WatchedTime {
  const clock = manualClock(start);
  const events: DomainEvent[] = [];
  const listen: EventListener = async (_transaction, event) => {
    if (event.type !== 'deleted') events.push(event);
  };
  return {
    clock,
    events,
    overrides: { clock, eventListeners: [listen] },
    reach: (instant) => clock.advance(Math.max(0, instant.getTime() - clock.now().getTime())),
  };
}

interface ConversationState {
  activeAt: Date;
  endedAt: Date | null;
  endCount: number;
}

/** @param path the conversation's public path, which ends with its UUID */
export async function stateOf(server: TestServer, path: string): Promise<ConversationState> {
  const [row] = await server.database.query<ConversationState>(
    `select active_at as "activeAt", ended_at as "endedAt", end_count as "endCount"
     from conversations where uuid = $1`,
    [path.split('/').at(-1)],
  );
  if (row === undefined) throw new Error(`There is no conversation ${path}.`);
  return row;
}

/** When the conversation ends without further messages. */
export async function endOf(server: TestServer, path: string, timeoutMinutes: number): Promise<Date> {
  const { activeAt } = await stateOf(server, path);
  return new Date(activeAt.getTime() + timeoutMinutes * 60_000);
}

/** How late a conversation may end, in milliseconds. */
const TOLERANCE_MS = 5000;
const NUDGE_MS = 500;

/** Waits for an end that is due; first advances the clock by the tolerance, so that all timers fire. */
export async function untilEnded(
  server: TestServer,
  path: string,
  { time, endCount = 1 }: { time?: WatchedTime; endCount?: number } = {},
): Promise<ConversationState> {
  let leftMs = TOLERANCE_MS;
  return eventually(
    async () => {
      const state = await stateOf(server, path);
      if (state.endCount < endCount && time !== undefined && leftMs > 0) {
        leftMs -= NUDGE_MS;
        time.clock.advance(NUDGE_MS);
      }
      return state;
    },
    (state) => state.endCount >= endCount,
  );
}

/** Waits until the conversation has this many events and returns them. */
export async function eventsOf(time: WatchedTime, path: string, count = 1): Promise<DomainEvent[]> {
  const own = (): DomainEvent[] => time.events.filter(({ subjectId }) => path.endsWith(subjectId));
  await eventually(
    async () => own().length,
    (length) => length >= count,
  );
  return own();
}
