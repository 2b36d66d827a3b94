import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { BACKGROUND_NICENESS } from '../../../core/priority.ts';
import type { ExtractionLimits } from './limits.ts';

/** Starts resource-limited children through a small helper process; see `spawner.process.ts`. */
export interface Spawner {
  /** Starts a child. Closing the socket kills it. */
  open: () => Promise<Socket>;
  close: () => Promise<void>;
}

const entry = fileURLToPath(new URL('./spawner.process.ts', import.meta.url));
/** The helper process takes 40 MB, so it stops after this idle time. */
const idleMs = 30_000;
interface Running {
  process: ChildProcess;
  socketPath: string;
}

/** Limits that hold for every child. */
type ChildLimits = Pick<ExtractionLimits, 'cpuSeconds' | 'heapBytes'>;

export function createSpawner(limits: ChildLimits): Spawner {
  let starting: Promise<Running> | null = null;
  let connections = 0;
  let idle: NodeJS.Timeout | undefined;

  function running(): Promise<Running> {
    if (starting !== null) return starting;
    const started = start(limits, () => {
      if (starting === started) starting = null;
    });
    started.catch(() => {
      if (starting === started) starting = null;
    });
    starting = started;
    return started;
  }

  async function stop(): Promise<void> {
    const stopping = starting;
    starting = null;
    clearTimeout(idle);
    (await stopping?.catch(() => null))?.process.stdin?.end();
  }

  function release(): void {
    connections -= 1;
    if (connections === 0) idle = setTimeout(() => void stop(), idleMs).unref();
  }

  return {
    open: async () => {
      clearTimeout(idle);
      connections += 1;
      const { socketPath } = await running().catch((error: unknown) => {
        release();
        throw error;
      });
      const socket = connect(socketPath);
      // The cause is in the child's `ended` message; if the connection broke, that message is missing.
      socket.on('error', () => undefined).once('close', release);
      await once(socket, 'connect');
      return socket;
    },
    close: stop,
  };
}

async function start({ cpuSeconds, heapBytes }: ChildLimits, onExit: () => void): Promise<Running> {
  const folder = await mkdtemp(path.join(tmpdir(), 'parley-extraction-'));
  const name = path.basename(folder);
  const socketPath = process.platform === 'win32' ? `\\\\.\\pipe\\${name}` : path.join(folder, 'socket');
  const node = [
    process.execPath,
    '--max-old-space-size=32',
    '--v8-pool-size=1',
    entry,
    socketPath,
    `${cpuSeconds}`,
    `${heapBytes}`,
  ];
  // The priority is set before the start, so that it applies to all threads of all children.
  const [program = '', ...args] =
    process.platform === 'win32' ? node : ['nice', '-n', `${BACKGROUND_NICENESS}`, ...node];
  const child = spawn(program, args, {
    detached: process.platform !== 'win32',
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  child.once('exit', () => {
    onExit();
    void rm(folder, { recursive: true, force: true });
  });
  await Promise.race([once(child.stdout, 'data'), refusal(child)]);
  // Lets the server exit without waiting for the helper.
  child.unref();
  child.stdout.destroy();
  return { process: child, socketPath };
}

async function refusal(child: ChildProcess): Promise<never> {
  const [code, signal] = await once(child, 'exit');
  throw new Error(`The process that starts extractions ended immediately: ${signal ?? code}.`);
}
