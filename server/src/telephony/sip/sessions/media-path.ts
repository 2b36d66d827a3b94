import type { DialPlan } from '../dialog/dial-plan.ts';
import type { Stack } from '../stack.ts';
import type { Path, Target } from '../transport/flow.ts';
import { AudioSession } from './audio-session.ts';
import { LegInbox } from './leg-inbox.ts';

/** An open signaling path with its audio session. */
export interface OpenPath {
  path: Path;
  audio: AudioSession;
  inbox: LegInbox;
}

/** Signaling path and audio session of an outbound call at the server that is currently tried. */
export class MediaPath {
  readonly #stack: Stack;
  readonly #soundLost: (reason: string) => void;
  #open: OpenPath | null = null;
  #isClosed = false;

  /** @param soundLost called when the audio fails */
  constructor(stack: Stack, soundLost: (reason: string) => void) {
    this.#stack = stack;
    this.#soundLost = soundLost;
  }

  /** Null before it is open and after it is closed. */
  get open(): OpenPath | null {
    return this.#open;
  }

  /**
   * Opens a path to a server, reusing the audio session if both addresses stay the same. Rejects if the server is
   * unreachable or no RTP port is free.
   * @param withinMs connection timeout; null for the transport's own
   * @returns false if closed while connecting
   */
  async reach(
    target: Target,
    { plan, withinMs }: { plan: DialPlan; withinMs: number | null },
  ): Promise<boolean> {
    const stack = this.#stack;
    const found = await stack.routes.pathAt(target, withinMs);
    const signer = plan.audioPeer === undefined ? null : stack.signer;
    const path = signer === null ? found : { ...found, flow: signer.signedFlow(found.flow) };
    await stack.publishSentBy(path.localAddress);
    if (this.#isClosed) return false;
    if (this.#open !== null && isSameRoute(this.#open.path, path)) {
      this.#open = { ...this.#open, path };
      return true;
    }
    this.#open?.audio.close();
    this.#open = null;
    const inbox = new LegInbox(stack.clock, this.#soundLost);
    const options = { ...stack.audio, isEncrypted: plan.isEncrypted === true };
    const audio = await AudioSession.open(options, await audioPeerOf(stack, plan, path), inbox);
    if (this.#isClosed) audio.close();
    else this.#open = { path, audio, inbox };
    return !this.#isClosed;
  }

  /** Ends the audio because there will be no call. */
  close(): void {
    this.#open?.audio.close();
    this.release();
  }

  /** Drops references to the audio session, which the answered call owns. */
  release(): void {
    this.#isClosed = true;
    this.#open = null;
  }
}

/**
 * True if an offer made for one path is also valid for the other: it contains our local address, and audio may go to the
 * server's address.
 */
function isSameRoute(one: Path, other: Path): boolean {
  const isSamePeer = one.flow.remoteAddress === other.flow.remoteAddress;
  return isSamePeer && one.localAddress === other.localAddress;
}

/** The audio peer: audio bypasses a process that relays the signaling. */
async function audioPeerOf(
  stack: Stack,
  { audioPeer }: DialPlan,
  path: Path,
): Promise<{ localAddress: string; flow: { remoteAddress: string } }> {
  if (audioPeer === undefined) return path;
  const localAddress = await stack.localAddressFor(audioPeer);
  return { localAddress, flow: { remoteAddress: audioPeer } };
}
