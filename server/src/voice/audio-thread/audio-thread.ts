import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads';
import type { LoadRequest, ModuleFailure, ModuleMessage } from './worker-module.ts';

const WORKER_FILE = new URL('./audio.worker.ts', import.meta.url);
/** V8 heap limits. The garbage is small and short-lived; without limits V8 would let the heap grow tenfold. */
const MEMORY = { maxYoungGenerationSizeMb: 2, maxOldGenerationSizeMb: 128 };

export interface ModuleListener<Message> {
  onReply(message: Message): void;
  /** The last event of the module. `isFinal` if it could not be started, so that a retry would fail too. */
  onLost(reason: string, isFinal: boolean): void;
}

export interface ModulePort {
  post(request: unknown, buffers?: readonly ArrayBuffer[]): void;
  /** Unloads the module. The listener is no longer called. */
  unload(): Promise<void>;
}

/**
 * One worker thread for all audio processing, because each further thread costs 10 MB. It loads worker modules, lives
 * while one is loaded, and is restarted by the next `load` after a failure.
 */
export class AudioThread {
  readonly #ports = new Map<MessagePort, Pick<ModuleListener<unknown>, 'onLost'>>();
  #worker: Worker | null = null;

  load<Message>(module: URL, listener: ModuleListener<Message>): ModulePort {
    const { port1: port, port2 } = new MessageChannel();
    this.#ports.set(port, listener);
    port.on('message', (message: ModuleMessage<Message>) => {
      if (message.type === 'failed') this.#fail(port, message);
      else if (this.#ports.has(port)) listener.onReply(message.message);
    });
    this.#worker ??= this.#start();
    this.#worker.postMessage({ module: module.href, port: port2 } satisfies LoadRequest, [port2]);
    return {
      post: (request, buffers = []) => port.postMessage(request, [...buffers]),
      unload: () => this.#unload(port),
    };
  }

  #start(): Worker {
    const worker = new Worker(WORKER_FILE, { name: 'audio', resourceLimits: MEMORY });
    worker.on('error', (error) => this.#lose(worker, error.message));
    worker.on('exit', (code) => this.#lose(worker, `exit code ${code}`));
    return worker;
  }

  #fail(port: MessagePort, { reason, wasStarted }: ModuleFailure): void {
    const listener = this.#ports.get(port);
    void this.#unload(port);
    listener?.onLost(reason, !wasStarted);
  }

  async #unload(port: MessagePort): Promise<void> {
    port.close();
    this.#ports.delete(port);
    if (this.#ports.size > 0) return;
    const worker = this.#worker;
    this.#worker = null;
    await worker?.terminate();
  }

  #lose(worker: Worker, reason: string): void {
    if (this.#worker !== worker) return;
    this.#worker = null;
    const lost = [...this.#ports];
    this.#ports.clear();
    for (const [port, listener] of lost) {
      port.close();
      listener.onLost(reason, false);
    }
  }
}
