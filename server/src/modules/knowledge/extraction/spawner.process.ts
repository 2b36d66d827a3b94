import { type ChildProcess, spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { lowerProcessPriority } from '../../../core/priority.ts';

/**
 * A small helper process that starts children for the server, because fork copies the parent's page tables: a server of
 * 450 MB blocks for 30 ms (measured). Each connection starts one child and is piped to its standard input. The child's
 * output on descriptor 3 is sent back between a `started` and an `ended` line.
 * Usage: `node spawner.process.ts <socket> <cpu seconds> <heap bytes>`
 */
lowerProcessPriority();
const [, , socketPath = '', cpuSeconds = '', heapBytes = ''] = process.argv;
const entry = fileURLToPath(new URL('./child.ts', import.meta.url));

/**
 * Caps V8's heap and WASM's memory below the limit, so that the parent rarely has to kill a child. The kernel limits CPU
 * time (`ulimit -t`) even if the parent is gone.
 */
const nodeFlags = [
  `--max-old-space-size=${Math.floor(Number(heapBytes) / 1_048_576)}`,
  '--max-semi-space-size=4',
  '--wasm-max-mem-pages=2304',
  '--v8-pool-size=1',
  '--disable-warning=ExperimentalWarning',
];
const children = new Set<ChildProcess>();
const command = [process.execPath, ...nodeFlags, entry];

/** Children inherit no environment, so they get no secrets. */
function startChild() {
  const options = { stdio: ['pipe', 'ignore', 'ignore', 'pipe'] as const, env: { UV_THREADPOOL_SIZE: '1' } };
  const [program = '', ...flags] = command;
  if (process.platform === 'win32') return spawn(program, flags, { ...options, stdio: [...options.stdio] });
  const script = `ulimit -c 0; ulimit -t ${Number(cpuSeconds)}; exec "$0" "$@"`;
  return spawn('/bin/sh', ['-c', script, ...command], { ...options, stdio: [...options.stdio] });
}

function serve(socket: Socket): void {
  const child = startChild();
  children.add(child);
  const [input, , , output] = child.stdio;
  // Errors need no handling, because every failed stream also closes.
  for (const stream of [socket, input, output]) stream?.on('error', () => undefined);
  socket.write(`${JSON.stringify({ kind: 'started', pid: child.pid })}\n`);
  if (input !== null) socket.pipe(input);
  // A child waits until the server has read what it sent.
  output?.pipe(socket, { end: false });
  socket.once('close', () => child.kill('SIGKILL'));
  child.once('error', () => socket.destroy());
  child.once('close', (code, signal) => {
    children.delete(child);
    // The newline ends an incomplete line of a killed child.
    socket.end(`\n${JSON.stringify({ kind: 'ended', how: signal ?? code })}\n`);
  });
}

function leave(): void {
  for (const child of children) child.kill('SIGKILL');
  rmSync(path.dirname(socketPath), { recursive: true, force: true });
  process.exit(0);
}

createServer({ allowHalfOpen: true }, serve).listen(socketPath, () => process.stdout.write('ready\n'));
// Standard input closes when the server ends for any reason.
process.stdin.resume().once('close', leave);
