import { z } from 'zod';

const MB = 1024 * 1024;
const targets = z.array(z.object({ webSocketDebuggerUrl: z.string() })).min(1);
const answer = z.object({
  id: z.int(),
  error: z.object({ message: z.string() }).optional(),
  result: z.unknown(),
});
const evaluated = z.object({ result: z.object({ value: z.unknown() }) });
const usage = z.object({ heapUsed: z.number(), external: z.number() });

/** Inspects a process that runs with `--inspect`. */
export class Inspector implements Disposable {
  readonly #socket: WebSocket;
  #last = 0;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
  }

  static async connect(port: number): Promise<Inspector> {
    const response = await fetch(`http://127.0.0.1:${port}/json/list`);
    const [target] = targets.parse(await response.json());
    const socket = new WebSocket(target?.webSocketDebuggerUrl ?? '');
    await new Promise((resolve, reject) => {
      socket.addEventListener('open', resolve, { once: true });
      socket.addEventListener('error', reject, { once: true });
    });
    return new Inspector(socket);
  }

  /** JavaScript heap and external memory in MB. */
  async heap(): Promise<{ usedMb: number; externalMb: number }> {
    const { heapUsed, external } = usage.parse(await this.#evaluate('process.memoryUsage()'));
    return { usedMb: heapUsed / MB, externalMb: external / MB };
  }

  /** Runs the garbage collector. */
  async collect(): Promise<void> {
    await this.#ask('HeapProfiler.collectGarbage', {});
  }

  async writeSnapshot(file: string): Promise<void> {
    const call = `writeHeapSnapshot(${JSON.stringify(file)})`;
    await this.#evaluate(`process.getBuiltinModule('node:v8').${call}`);
  }

  [Symbol.dispose](): void {
    this.#socket.close();
  }

  async #evaluate(expression: string): Promise<unknown> {
    return evaluated.parse(await this.#ask('Runtime.evaluate', { expression, returnByValue: true })).result
      .value;
  }

  #ask(method: string, params: object): Promise<unknown> {
    this.#last += 1;
    const id = this.#last;
    return new Promise((resolve, reject) => {
      const closed = (): void => reject(new Error('The server closed its inspector.'));
      const heard = ({ data }: MessageEvent): void => {
        const message = answer.safeParse(JSON.parse(String(data))).data;
        if (message?.id !== id) return;
        this.#socket.removeEventListener('message', heard);
        this.#socket.removeEventListener('close', closed);
        if (message.error === undefined) resolve(message.result);
        else reject(new Error(message.error.message));
      };
      this.#socket.addEventListener('message', heard);
      this.#socket.addEventListener('close', closed);
      this.#socket.send(JSON.stringify({ id, method, params }));
    });
  }
}
