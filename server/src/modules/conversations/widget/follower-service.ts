import type { Clock } from '../../../core/clock.ts';
import { AppError } from '../../../core/errors.ts';
import { Follower } from './follower.ts';
import type { ConversationState } from './store.ts';

/** Visitors hold no credential, so what they may hold open is bounded; who comes too many writes and reads all the same. */
const MOST = { all: 1000, ofNetwork: 100, ofConversation: 10 };
/** A client that is gone without a word holds its place no longer than this; the others come again at once. */
const LIFETIME_MS = 10 * 60_000;
const RETRY_SECONDS = 30;

/** How conversations stand; those that are gone are left out. */
type ReadStates = (uuids: readonly string[]) => Promise<{ uuid: string; state: ConversationState }[]>;

/**
 * The visitors of this process who follow conversations. One statement a second asks how all of these stand, whoever
 * changed them: it costs the same with one process and with many, and nothing where messages are written.
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

  /** @param state what they are told first. Throws `rate-limited`, or `unavailable` where this process has no place. */
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

  /** Tells everyone what has changed, and ends those whose conversation or time is over. */
  async look(): Promise<void> {
    if (this.#followers.size === 0) return;
    const uuids = [...new Set([...this.#followers].map(({ uuid }) => uuid))];
    const found = await this.#read(uuids);
    const states = new Map(found.map(({ uuid, state }) => [uuid, state]));
    const nowMs = this.#clock.monotonicMs();
    for (const follower of this.#followers) {
      // Who came while we asked is told by the next look.
      if (!uuids.includes(follower.uuid)) continue;
      const state = states.get(follower.uuid);
      if (state !== undefined) follower.tell(state);
      if (state === undefined || nowMs >= follower.endsAtMs) this.#end(follower);
    }
  }

  /** Ends all; nobody is let in any more. */
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
      throw new AppError('unavailable', 'Too many visitors are connected here. Please try again.', retry);
    }
  }
}
