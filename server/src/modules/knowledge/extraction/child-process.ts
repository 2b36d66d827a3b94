import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import type { ChildMessage, ChildRequest, Content, ExtractionUsage } from './extraction.ts';
import { processUsage } from './process-usage.ts';

/** Why a child ended without an answer. */
export type ChildDeath = 'memory' | 'cpu' | 'wall' | 'crash';

export interface ChildRun {
  death: ChildDeath | null;
  usage: ExtractionUsage;
}

const entry = fileURLToPath(new URL('./child.ts', import.meta.url));
const watchIntervalMs = 10;
/** Requests go first: under full load a child gets about a thirtieth of a core. */
const niceness = 15;
/** Between two looks a child grows by some 35 MB at most (measured). */
const memoryAlarm = 0.85;

/**
 * V8's heap and WASM's memory are bounded from inside, each far enough below the limit that the watching parent
 * rarely has to act; the kernel bounds the processor time (`ulimit -t`) even when the parent is gone.
 */
const nodeFlags = [
  '--max-old-space-size=136',
  '--max-semi-space-size=4',
  '--wasm-max-mem-pages=2304',
  '--v8-pool-size=1',
  '--disable-warning=ExperimentalWarning',
];

/** Runs one child for one request. Rejects with the signal's reason when aborted; the child is then killed. */
export async function runChild(
  content: Content,
  request: ChildRequest,
  run: { signal: AbortSignal; onMessage: (message: ChildMessage) => void },
): Promise<ChildRun> {
  run.signal.throwIfAborted();
  const child = spawnLimited(request.limits.cpuSeconds);
  const watch = watchChild(child, request);
  const kill = (): void => void child.kill('SIGKILL');
  run.signal.addEventListener('abort', kill, { once: true });
  try {
    const ended = new Promise<NodeJS.Signals | number | null>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (code, signal) => resolve(signal ?? code));
    });
    const [, , how] = await Promise.all([
      sendRequest(child, request, content),
      readMessages(child, run.onMessage),
      ended,
    ]);
    run.signal.throwIfAborted();
    return { death: watch.verdict() ?? deathOf(how, watch.usage(), request), usage: watch.usage() };
  } finally {
    run.signal.removeEventListener('abort', kill);
    watch.stop();
    kill();
  }
}

/**
 * The child inherits no environment: it needs no secret and gets none. `nice` stands before the start because
 * a priority set later would miss the threads that exist by then.
 */
function spawnLimited(cpuSeconds: number): ChildProcess {
  const stdio = ['pipe', 'ignore', 'ignore', 'pipe'] as const;
  const options = { stdio: [...stdio], env: { UV_THREADPOOL_SIZE: '1' } };
  if (process.platform === 'win32') {
    return spawn(process.execPath, [...nodeFlags, entry], options);
  }
  const script = `ulimit -c 0; ulimit -t ${cpuSeconds}; exec nice -n ${niceness} "$0" "$@"`;
  return spawn('/bin/sh', ['-c', script, process.execPath, ...nodeFlags, entry], options);
}

async function sendRequest(child: ChildProcess, request: ChildRequest, content: Content): Promise<void> {
  const input = child.stdin;
  if (input === null) {
    return;
  }
  const source = async function* (): AsyncGenerator<Uint8Array> {
    yield Buffer.from(`${JSON.stringify(request)}\n`);
    yield* content.open();
  };
  try {
    await pipeline(Readable.from(source()), input);
  } catch (error) {
    // A child that died reads no more (EPIPE); how it died is told by its end, not by the pipe.
    if (!isClosedPipe(error)) {
      throw error;
    }
  }
}

async function readMessages(child: ChildProcess, onMessage: (message: ChildMessage) => void): Promise<void> {
  const output = child.stdio[3];
  if (!isReadable(output)) {
    return;
  }
  for await (const line of createInterface({ input: output, crlfDelay: Number.POSITIVE_INFINITY })) {
    const message = parseMessage(line);
    if (message !== null) {
      onMessage(message);
    }
  }
}

/** A killed child may leave half a line. */
function parseMessage(line: string): ChildMessage | null {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}

function watchChild(child: ChildProcess, request: ChildRequest) {
  const startedAt = performance.now();
  const seen: ExtractionUsage = { peakMemoryBytes: 0, cpuSeconds: 0 };
  let verdict: ChildDeath | null = null;
  const timer = setInterval(() => {
    const usage = child.pid === undefined ? null : processUsage(child.pid);
    seen.peakMemoryBytes = Math.max(seen.peakMemoryBytes, usage?.peakMemoryBytes ?? 0);
    seen.cpuSeconds = Math.max(seen.cpuSeconds, usage?.cpuSeconds ?? 0);
    if ((usage?.memoryBytes ?? 0) > request.limits.memoryBytes * memoryAlarm) {
      verdict = 'memory';
    } else if (performance.now() - startedAt > request.limits.wallSeconds * 1_000) {
      verdict = 'wall';
    }
    if (verdict !== null) {
      child.kill('SIGKILL');
    }
  }, watchIntervalMs);
  return { verdict: () => verdict, usage: () => seen, stop: () => clearInterval(timer) };
}

/** V8 aborts (SIGABRT, SIGTRAP) when its heap is full; a kill that is not ours comes from `ulimit -t` or the kernel. */
function deathOf(
  how: NodeJS.Signals | number | null,
  usage: ExtractionUsage,
  request: ChildRequest,
): ChildDeath | null {
  if (how === 0) {
    return null;
  }
  if (how === 'SIGXCPU' || (how === 'SIGKILL' && usage.cpuSeconds > request.limits.cpuSeconds - 1)) {
    return 'cpu';
  }
  return how === 'SIGABRT' || how === 'SIGTRAP' || how === 'SIGKILL' || how === 134 || how === 133
    ? 'memory'
    : 'crash';
}

function isClosedPipe(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  return (
    code === 'EPIPE' ||
    code === 'ECONNRESET' ||
    code === 'ERR_STREAM_PREMATURE_CLOSE' ||
    code === 'ERR_STREAM_DESTROYED'
  );
}

function isReadable(stream: Readable | Writable | null | undefined): stream is Readable {
  return stream instanceof Readable;
}
