import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads';
import type { EnterRequest, RoomFailure, RoomMessage } from './room.ts';

const WORKER_FILE = new URL('./sound.worker.ts', import.meta.url);
/** What it makes is short-lived and small: without a limit its garbage grows to ten times as much before it is looked at. */
const MEMORY = { maxYoungGenerationSizeMb: 2, maxOldGenerationSizeMb: 128 };

export interface RoomListener<Message> {
  replied(message: Message): void;
  /** Nothing follows. `isFinal`: the room could not even be opened, and will not be later. */
  lost(reason: string, isFinal: boolean): void;
}

/** A way into a room. */
export interface RoomDoor {
  post(request: unknown, buffers?: readonly ArrayBuffer[]): void;
  /** Nothing is told any more; resolves when what it leaves behind is gone. */
  leave(): Promise<void>;
}

/**
 * One thread for all that sound needs beside the main one: a further one would cost ten megabytes. Who works in it has a room, a file
 * that is loaded there. It lives while somebody is in a room; one that died is replaced when the next enters.
 */
export class SoundThread {
  readonly #doors = new Map<MessagePort, Pick<RoomListener<unknown>, 'lost'>>();
  #worker: Worker | null = null;

  enter<Message>(room: URL, listener: RoomListener<Message>): RoomDoor {
    const { port1: port, port2 } = new MessageChannel();
    this.#doors.set(port, listener);
    port.on('message', (message: RoomMessage<Message>) => {
      if (message.type === 'failed') this.#fail(port, message);
      else if (this.#doors.has(port)) listener.replied(message.message);
    });
    this.#worker ??= this.#start();
    this.#worker.postMessage({ room: room.href, port: port2 } satisfies EnterRequest, [port2]);
    return {
      post: (request, buffers = []) => port.postMessage(request, [...buffers]),
      leave: () => this.#leave(port),
    };
  }

  #start(): Worker {
    const worker = new Worker(WORKER_FILE, { name: 'sound', resourceLimits: MEMORY });
    worker.on('error', (error) => this.#lose(worker, error.message));
    worker.on('exit', (code) => this.#lose(worker, `exit code ${code}`));
    return worker;
  }

  #fail(port: MessagePort, { reason, wasOpen }: RoomFailure): void {
    const listener = this.#doors.get(port);
    void this.#leave(port);
    listener?.lost(reason, !wasOpen);
  }

  async #leave(port: MessagePort): Promise<void> {
    port.close();
    this.#doors.delete(port);
    if (this.#doors.size > 0) return;
    const worker = this.#worker;
    this.#worker = null;
    await worker?.terminate();
  }

  #lose(worker: Worker, reason: string): void {
    if (this.#worker !== worker) return;
    this.#worker = null;
    const lost = [...this.#doors];
    this.#doors.clear();
    for (const [port, listener] of lost) {
      port.close();
      listener.lost(reason, false);
    }
  }
}
