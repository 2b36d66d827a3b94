import type { Stack } from '../stack.ts';
import type { Way } from '../transaction/transactions.ts';
import type { Target } from '../transport/flow.ts';
import { AudioSession } from './audio-session.ts';
import type { DialPlan } from './dial-plan.ts';
import { LegInbox } from './leg-inbox.ts';

/** What is there once packets can flow. */
export interface OpenWay {
  way: Way;
  audio: AudioSession;
  inbox: LegInbox;
}

/** The way of a call that we make to the server that is asked, with ports for its sound. */
export class MediaWay {
  readonly #stack: Stack;
  readonly #soundLost: (reason: string) => void;
  #open: OpenWay | null = null;
  #isClosed = false;

  /** @param soundLost nothing can be heard any more */
  constructor(stack: Stack, soundLost: (reason: string) => void) {
    this.#stack = stack;
    this.#soundLost = soundLost;
  }

  /** Null: there is none, or none any more. */
  get open(): OpenWay | null {
    return this.#open;
  }

  /**
   * Opens the way to a server, or finds that it is the present one. Rejects where the server, or a port for the audio, cannot be had.
   * @param withinMs how long a connection may take to come about; null: as long as there is hope
   * @returns false: it was closed meanwhile
   */
  async reach(
    target: Target,
    { plan, withinMs }: { plan: DialPlan; withinMs: number | null },
  ): Promise<boolean> {
    const stack = this.#stack;
    const found = await stack.routes.wayAt(target, withinMs);
    const seals = plan.audioPeer === undefined ? null : stack.seals;
    const way = seals === null ? found : { ...found, flow: seals.over(found.flow) };
    await stack.sentBy(way.localAddress);
    if (this.#isClosed) return false;
    if (this.#open !== null && isSamePlace(this.#open.way, way)) {
      this.#open = { ...this.#open, way };
      return true;
    }
    this.#open?.audio.close();
    this.#open = null;
    const inbox = new LegInbox(stack.clock);
    const options = { ...stack.audio, isEncrypted: plan.isEncrypted === true };
    const audio = await AudioSession.open(options, await audioPlace(stack, plan, way), {
      frame: (samples, positionMs) => inbox.frame(samples, positionMs),
      digit: (digit, by) => inbox.digit(digit, by),
      held: (isHeld) => inbox.held(isHeld),
      lost: this.#soundLost,
    });
    if (this.#isClosed) audio.close();
    else this.#open = { way, audio, inbox };
    return !this.#isClosed;
  }

  /** There is no call. */
  close(): void {
    this.#open?.audio.close();
    this.release();
  }

  /** The call that has it is over: what weighs something is let go. */
  release(): void {
    this.#isClosed = true;
    this.#open = null;
  }
}

/** What we offer names our address towards the server, and what we send may go to the server's. */
function isSamePlace(one: Way, other: Way): boolean {
  const isSamePeer = one.flow.remoteAddress === other.flow.remoteAddress;
  return isSamePeer && one.localAddress === other.localAddress;
}

/** Where the sound goes: past a process that only hands the signalling on. */
async function audioPlace(
  stack: Stack,
  { audioPeer }: DialPlan,
  way: Way,
): Promise<{ localAddress: string; flow: { remoteAddress: string } }> {
  if (audioPeer === undefined) return way;
  const localAddress = await stack.addressTowards(audioPeer);
  return { localAddress, flow: { remoteAddress: audioPeer } };
}
