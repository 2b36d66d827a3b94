import { type ChildProcess, spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { lowerProcessPriority } from '../../../core/priority.ts';

/**
 * A small process that starts children for a large one: starting a child copies the page tables of whoever
 * does it, which holds up a server of 450 MB for 30 ms (measured). For every connection one child is started;
 * what comes in is its standard input, what it says on descriptor 3 goes out, between a line that tells its
 * process id and one that tells how it ended. `node spawner.process.ts <socket> <cpu seconds>`
 */
lowerProcessPriority();
const [, , socketPath = '', cpuSeconds = ''] = process.argv;
const entry = fileURLToPath(new URL('./child.ts', import.meta.url));

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
const children = new Set<ChildProcess>();
const command = [process.execPath, ...nodeFlags, entry];

/** The child inherits no environment: it needs no secret and gets none. */
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
  // A peer that is gone shows as a closed stream; which side went first does not matter.
  for (const stream of [socket, input, output]) stream?.on('error', () => undefined);
  socket.write(`${JSON.stringify({ kind: 'started', pid: child.pid })}\n`);
  if (input !== null) socket.pipe(input);
  output?.on('data', (data) => socket.write(data));
  socket.once('close', () => child.kill('SIGKILL'));
  child.once('error', () => socket.destroy());
  child.once('close', (code, signal) => {
    children.delete(child);
    // A killed child may leave half a line.
    socket.end(`\n${JSON.stringify({ kind: 'ended', how: signal ?? code })}\n`);
  });
}

function leave(): void {
  for (const child of children) child.kill('SIGKILL');
  rmSync(path.dirname(socketPath), { recursive: true, force: true });
  process.exit(0);
}

createServer({ allowHalfOpen: true }, serve).listen(socketPath, () => process.stdout.write('ready\n'));
// Standard input closes with the server, however that ends.
process.stdin.resume().once('close', leave);
