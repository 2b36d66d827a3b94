import type { Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ChildMessage, ChildRequest, Content, ExtractionUsage } from './extraction.ts';
import { processUsage } from './process-usage.ts';
import type { Spawner } from './spawner.ts';

/** Why a child ended without an answer. */
export type ChildDeath = 'memory' | 'cpu' | 'wall' | 'crash';

export interface ChildRun {
  death: ChildDeath | null;
  usage: ExtractionUsage;
}

/** What comes over a child's connection: its own words between those of the process that started it. */
type Line = ChildMessage | { kind: 'started'; pid: number } | { kind: 'ended'; how: string | number | null };

const watchIntervalMs = 10;
/** Between two looks a child grows by some 35 MB at most (measured). */
const memoryAlarm = 0.85;

/** Runs one child for one request. Rejects with the signal's reason when aborted; the child is then killed. */
export async function runChild(
  spawner: Spawner,
  document: { content: Content; request: ChildRequest },
  run: { signal: AbortSignal; onMessage: (message: ChildMessage) => void },
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
        if (line.kind === 'started') watch.start(line.pid);
        else run.onMessage(line);
        // A child that has ended takes no more of the document: what is left of it would wait for ever.
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
    // A child that died reads no more (EPIPE); how it died is told by its end, not by the pipe.
    if (!isClosedPipe(error)) throw error;
  }
}

/** Gives every line away; returns how the child ended, null when that is not known. */
async function readLines(
  socket: Socket,
  onLine: (line: Exclude<Line, { kind: 'ended' }>) => void,
): Promise<string | number | null> {
  const lines = createInterface({ input: socket, crlfDelay: Number.POSITIVE_INFINITY });
  // A connection that is destroyed closes without an end, which the reader of its lines does not notice.
  socket.once('close', () => lines.close());
  for await (const text of lines) {
    const line = parseLine(text);
    if (line?.kind === 'ended') return line.how;
    if (line !== null) onLine(line);
  }
  return null;
}

/** A killed child may leave half a line. */
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

/** It may have ended between the look and the kill. */
function killProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    return;
  }
}

/** V8 aborts (SIGABRT, SIGTRAP) when its heap is full; a kill that is not ours comes from `ulimit -t` or the kernel. */
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
