import type { Clock } from '../../../core/clock.ts';
import { AppError } from '../../../core/errors.ts';
import type { ConversationState } from './store.ts';

/** Limits for open streams, because visitors have no credential. Visitors above the limits can still read and write. */
const MOST = { all: 1000, ofNetwork: 100, ofConversation: 10 };
/** Streams are closed after this time, which frees slots of vanished clients; others reconnect. */
const LIFETIME_MS = 10 * 60_000;
const RETRY_SECONDS = 30;

/** Reads states; deleted conversations are omitted. */
type ReadStates = (uuids: readonly string[]) => Promise<{ uuid: string; state: ConversationState }[]>;

/**
 * Event streams of visitors in this process. One statement per second reads the states of all followed conversations,
 * so the cost does not depend on the number of processes, and writing messages costs nothing extra.
 */
export class FollowerService {
  readonly #read: ReadStates;
  readonly #clock: Pick<Clock, 'monotonicMs'>;
  readonly #followers = new Set<Follower>();
  #isClosed = false;

  constructor(deps: { read: ReadStates; clock: Pick<Clock, 'monotonicMs'> }) {
    this.#read = deps.read;
    this.#clock = deps.clock;
  }

  /** @param state sent first. Throws `rate-limited`, or `unavailable` if this process has no free slot. */
  follow(about: { uuid: string; network: string; state: ConversationState }): {
    events: AsyncIterable<{ event: string; data: unknown }>;
    leave(): void;
  } {
    const { uuid, network, state } = about;
    this.#requirePlace(uuid, network);
    const follower = new Follower({ uuid, network, endsAtMs: this.#clock.monotonicMs() + LIFETIME_MS });
    this.#followers.add(follower);
    follower.tell(state);
    return { events: follower.events(), leave: () => this.#end(follower) };
  }

  /** Sends changed states, and closes expired streams and those of deleted conversations. */
  async look(): Promise<void> {
    if (this.#followers.size === 0) return;
    const uuids = [...new Set([...this.#followers].map(({ uuid }) => uuid))];
    const found = await this.#read(uuids);
    const states = new Map(found.map(({ uuid, state }) => [uuid, state]));
    const nowMs = this.#clock.monotonicMs();
    for (const follower of this.#followers) {
      // Followers that joined during the query are served by the next poll.
      if (!uuids.includes(follower.uuid)) continue;
      const state = states.get(follower.uuid);
      if (state !== undefined) follower.tell(state);
      if (state === undefined || nowMs >= follower.endsAtMs) this.#end(follower);
    }
  }

  /** Closes all streams and refuses new ones. */
  close(): void {
    this.#isClosed = true;
    for (const follower of this.#followers) this.#end(follower);
  }

  #end(follower: Follower): void {
    this.#followers.delete(follower);
    follower.end();
  }

  #requirePlace(uuid: string, network: string): void {
    const retry = { retryAfterSeconds: RETRY_SECONDS };
    if (this.#isClosed) throw new AppError('unavailable', 'This process is stopping.', retry);
    const followers = [...this.#followers];
    const isMany =
      followers.filter((one) => one.network === network).length >= MOST.ofNetwork ||
      followers.filter((one) => one.uuid === uuid).length >= MOST.ofConversation;
    if (isMany) throw new AppError('rate-limited', 'Too many connections. Please slow down.', retry);
    if (followers.length >= MOST.all) {
      throw new AppError('unavailable', 'Too many visitors are connected. Please try again later.', retry);
    }
  }
}

interface StateEvent {
  event: 'state';
  data: ConversationState;
}

/** One event stream. A slow reader skips intermediate states but always gets the latest. */
class Follower {
  readonly uuid: string;
  readonly network: string;
  /** In milliseconds of the monotonic clock. */
  readonly endsAtMs: number;
  #told = '';
  #unreported: ConversationState | null = null;
  #isEnded = false;
  #wake: () => void = () => undefined;

  constructor(about: Pick<Follower, 'uuid' | 'network' | 'endsAtMs'>) {
    this.uuid = about.uuid;
    this.network = about.network;
    this.endsAtMs = about.endsAtMs;
  }

  /** Queues a state for the stream; a state equal to the previous one is ignored. */
  tell(state: ConversationState): void {
    const text = JSON.stringify(state);
    if (text === this.#told) return;
    this.#told = text;
    this.#unreported = state;
    this.#wake();
  }

  end(): void {
    this.#isEnded = true;
    this.#wake();
  }

  async *events(): AsyncGenerator<StateEvent> {
    while (!this.#isEnded) {
      const data = this.#unreported;
      this.#unreported = null;
      if (data !== null) yield { event: 'state', data };
      else await new Promise<void>((resolve) => (this.#wake = resolve));
    }
  }
}
