import { parentPort } from 'node:worker_threads';
import type { AnswerRequest, EnterRequest, OpenRoom, RoomMessage } from './room.ts';

if (parentPort === null) throw new Error('sound.worker.ts runs as a worker thread only.');

/** A room that fails is closed; the others go on. */
async function open({ room, port }: EnterRequest): Promise<void> {
  let answer: AnswerRequest | null = null;
  const fail = (error: unknown): void => {
    const reason = error instanceof Error ? error.message : String(error);
    port.postMessage({ type: 'failed', reason, wasOpen: answer !== null } satisfies RoomMessage<unknown>);
    port.close();
  };
  try {
    const file: object = await import(room);
    if (!isRoom(file)) throw new Error(`${room} is no room.`);
    answer = await file.openRoom((message, buffers = []) => {
      port.postMessage({ type: 'reply', message } satisfies RoomMessage<unknown>, [...buffers]);
    });
    const answering = inTurns(answer);
    port.on('message', (request: unknown) => void answering(request).catch(fail));
  } catch (error) {
    fail(error);
  }
}

/** One request after the other; the first that fails is the last. */
function inTurns(answer: AnswerRequest): (request: unknown) => Promise<void> {
  let last = Promise.resolve();
  return (request) => {
    last = last.then(() => answer(request));
    return last;
  };
}

function isRoom(file: object): file is { openRoom: OpenRoom } {
  return 'openRoom' in file && typeof file.openRoom === 'function';
}

parentPort.on('message', (request: EnterRequest) => void open(request));
