import type { AudioThread, ModulePort } from '../audio-thread/audio-thread.ts';
import type { VadReply, VadRequest } from './vad-protocol.ts';

export interface VadPortListener {
  ready(): void;
  predicted(probabilities: Float32Array): void;
  /** The last event of the module. `isFinal` if a retry would fail too. */
  lost(reason: string, isFinal: boolean): void;
}

/** Connection to the VAD worker module. */
export class VadPort {
  readonly #port: ModulePort;
  #listener: VadPortListener | null;
  #isReady = false;

  constructor(thread: AudioThread, module: URL, listener: VadPortListener) {
    this.#listener = listener;
    this.#port = thread.load<VadReply>(module, {
      onReply: (reply) => this.#receive(reply),
      onLost: (reason, isFinal) => {
        const listener = this.#listener;
        this.#listener = null;
        listener?.lost(reason, isFinal);
      },
    });
  }

  get isReady(): boolean {
    return this.#isReady && this.#listener !== null;
  }

  post(request: VadRequest, buffers: ArrayBuffer[] = []): void {
    this.#port.post(request, buffers);
  }

  /** Unloads the module. The listener is no longer called. */
  unload(): Promise<void> {
    this.#listener = null;
    return this.#port.unload();
  }

  #receive(reply: VadReply): void {
    if (reply.type === 'predicted') {
      this.#listener?.predicted(reply.probabilities);
      return;
    }
    this.#isReady = true;
    this.#listener?.ready();
  }
}
