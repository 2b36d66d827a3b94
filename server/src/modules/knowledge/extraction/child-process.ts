import type { Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ChildMessage, ChildRequest, Content, ExtractionUsage } from './extraction.ts';
import { processUsage } from './process-usage.ts';
import type { Spawner } from './spawner.ts';

export type ChildDeath = 'memory' | 'cpu' | 'wall' | 'crash';

export interface ChildRun {
  death: ChildDeath | null;
  usage: ExtractionUsage;
}

/** Messages on a child's connection: the child's own, and `started` and `ended` from the spawner. */
type Line = ChildMessage | { kind: 'started'; pid: number } | { kind: 'ended'; how: string | number | null };

const watchIntervalMs = 10;
/**
 * Share of the memory limit at which a child is killed. Between two checks a child grows by at most 35 MB (measured).
 */
const memoryAlarm = 0.85;

/** Runs one child for one request. On abort, kills it and rejects with the signal's reason. */
export async function runChild(
  spawner: Spawner,
  document: { content: Content; request: ChildRequest },
  run: { signal: AbortSignal; onMessage: (message: ChildMessage) => void | Promise<void> },
): Promise<ChildRun> {
  run.signal.throwIfAborted();
  const socket = await spawner.open();
  const watch = watchChild(document.request);
  const kill = (): void => void socket.destroy();
  run.signal.addEventListener('abort', kill, { once: true });
  try {
    run.signal.throwIfAborted();
    const [, how] = await Promise.all([
      sendRequest(socket, document.request, document.content),
      readLines(socket, (line) => {
        if (line.kind === 'started') return watch.start(line.pid);
        return run.onMessage(line);
        // Without this, sending the rest of the document would never finish after the child has ended.
      }).finally(kill),
    ]);
    run.signal.throwIfAborted();
    return { death: watch.verdict() ?? deathOf(how, watch.usage(), document.request), usage: watch.usage() };
  } finally {
    run.signal.removeEventListener('abort', kill);
    watch.stop();
    kill();
  }
}

async function sendRequest(socket: Socket, request: ChildRequest, content: Content): Promise<void> {
  const source = async function* (): AsyncGenerator<Uint8Array> {
    yield Buffer.from(`${JSON.stringify(request)}\n`);
    yield* content.open();
  };
  try {
    await pipeline(Readable.from(source()), socket);
  } catch (error) {
    // EPIPE means that the child died; its `ended` message has the cause.
    if (!isClosedPipe(error)) throw error;
  }
}

/** @returns the child's exit code or signal; null if unknown */
async function readLines(
  socket: Socket,
  onLine: (line: Exclude<Line, { kind: 'ended' }>) => void | Promise<void>,
): Promise<string | number | null> {
  const lines = createInterface({ input: socket, crlfDelay: Number.POSITIVE_INFINITY });
  // readline does not notice a destroyed socket, because it emits no `end`.
  socket.once('close', () => lines.close());
  for await (const text of lines) {
    const line = parseLine(text);
    if (line?.kind === 'ended') return line.how;
    if (line !== null) await onLine(line);
  }
  return null;
}

/** Returns null for the incomplete line of a killed child. */
function parseLine(text: string): Line | null {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function watchChild(request: ChildRequest) {
  const startedAt = performance.now();
  const seen: ExtractionUsage = { peakMemoryBytes: 0, cpuSeconds: 0 };
  let verdict: ChildDeath | null = null;
  let timer: NodeJS.Timeout | undefined;
  const poll = (pid: number): void => {
    const usage = processUsage(pid);
    seen.peakMemoryBytes = Math.max(seen.peakMemoryBytes, usage?.peakMemoryBytes ?? 0);
    seen.cpuSeconds = Math.max(seen.cpuSeconds, usage?.cpuSeconds ?? 0);
    if ((usage?.memoryBytes ?? 0) > request.limits.memoryBytes * memoryAlarm) {
      verdict = 'memory';
    } else if (performance.now() - startedAt > request.limits.wallSeconds * 1_000) {
      verdict = 'wall';
    }
    if (verdict !== null) killProcess(pid);
  };
  return {
    start: (pid: number) => {
      timer = setInterval(poll, watchIntervalMs, pid);
    },
    verdict: () => verdict,
    usage: () => seen,
    stop: () => clearInterval(timer),
  };
}

/** Ignores a process that has already ended. */
function killProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    return;
  }
}

/**
 * Explains why a child died. V8 aborts with SIGABRT or SIGTRAP on a full heap. A SIGKILL that we did not send comes
 * from `ulimit -t` or the OOM killer.
 */
function deathOf(
  how: string | number | null,
  usage: ExtractionUsage,
  request: ChildRequest,
): ChildDeath | null {
  if (how === 0) return null;
  if (how === 'SIGXCPU' || (how === 'SIGKILL' && usage.cpuSeconds > request.limits.cpuSeconds - 1)) {
    return 'cpu';
  }
  const outOfMemory: unknown[] = ['SIGABRT', 'SIGTRAP', 'SIGKILL', 134, 133];
  return outOfMemory.includes(how) ? 'memory' : 'crash';
}

function isClosedPipe(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return ['EPIPE', 'ECONNRESET', 'ECANCELED', 'ERR_STREAM_PREMATURE_CLOSE', 'ERR_STREAM_DESTROYED'].includes(
    code,
  );
}
