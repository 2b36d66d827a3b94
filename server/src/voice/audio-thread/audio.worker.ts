import { parentPort } from 'node:worker_threads';
import type { HandleRequest, LoadRequest, ModuleMessage, StartModule } from './worker-module.ts';

if (parentPort === null) throw new Error('audio.worker.ts runs as a worker thread only.');

/** Loads a module. A failing module is closed; the others continue. */
async function open({ module, port }: LoadRequest): Promise<void> {
  let answer: HandleRequest | null = null;
  const fail = (error: unknown): void => {
    const reason = error instanceof Error ? error.message : String(error);
    port.postMessage({
      type: 'failed',
      reason,
      wasStarted: answer !== null,
    } satisfies ModuleMessage<unknown>);
    port.close();
  };
  try {
    const file: object = await import(module);
    if (!isWorkerModule(file)) throw new Error(`${module} is not a worker module.`);
    answer = await file.startModule((message, buffers = []) => {
      port.postMessage({ type: 'reply', message } satisfies ModuleMessage<unknown>, [...buffers]);
    });
    const answering = inTurns(answer);
    port.on('message', (request: unknown) => void answering(request).catch(fail));
  } catch (error) {
    fail(error);
  }
}

/** Handles requests one at a time. After a failure, no more are handled. */
function inTurns(answer: HandleRequest): (request: unknown) => Promise<void> {
  let last = Promise.resolve();
  return (request) => {
    last = last.then(() => answer(request));
    return last;
  };
}

function isWorkerModule(file: object): file is { startModule: StartModule } {
  return 'startModule' in file && typeof file.startModule === 'function';
}

parentPort.on('message', (request: LoadRequest) => void open(request));
