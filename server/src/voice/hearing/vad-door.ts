import type { RoomDoor, SoundThread } from '../sound-thread/sound-thread.ts';
import type { VadReply, VadRequest } from './vad-protocol.ts';

export interface VadDoorListener {
  ready(): void;
  judged(probabilities: Float32Array): void;
  /** Nothing follows. `isFinal`: trying again would change nothing. */
  lost(reason: string, isFinal: boolean): void;
}

/** A way to where frames are judged. It is left once, by whoever made it. */
export class VadDoor {
  readonly #door: RoomDoor;
  #listener: VadDoorListener | null;
  #isReady = false;

  constructor(thread: SoundThread, room: URL, listener: VadDoorListener) {
    this.#listener = listener;
    this.#door = thread.enter<VadReply>(room, {
      replied: (reply) => this.#receive(reply),
      lost: (reason, isFinal) => {
        const told = this.#listener;
        this.#listener = null;
        told?.lost(reason, isFinal);
      },
    });
  }

  get isReady(): boolean {
    return this.#isReady && this.#listener !== null;
  }

  post(request: VadRequest, buffers: ArrayBuffer[] = []): void {
    this.#door.post(request, buffers);
  }

  /** Nothing is told any more. */
  leave(): Promise<void> {
    this.#listener = null;
    return this.#door.leave();
  }

  #receive(reply: VadReply): void {
    if (reply.type === 'judged') {
      this.#listener?.judged(reply.probabilities);
      return;
    }
    this.#isReady = true;
    this.#listener?.ready();
  }
}
