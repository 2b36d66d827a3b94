import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';

/** A server under test in a separate process. */
export interface ServerProcess extends AsyncDisposable {
  pid: number;
  port: number;
}

export interface ServerCommand {
  /** Node's arguments: flags, the file, its arguments. */
  args: readonly string[];
  /** Additional environment variables; `PORT` is chosen here. */
  env: Readonly<Record<string, string>>;
  /** Path that answers 200 once the server is ready. */
  healthPath: string;
  /** CPU core for the process, if taskset is installed. */
  core?: number;
}

const healthTimeoutMs = 60_000;
const healthIntervalMs = 5;

/** Starts the server on a free port and waits until it answers. Disposing sends SIGTERM and waits for the exit. */
export async function startServer(command: ServerCommand): Promise<ServerProcess> {
  const port = await freeTcpPort();
  const [program, ...args] = pinned([process.execPath, ...command.args], command.core);
  const child = spawn(program, args, {
    env: { ...process.env, ...command.env, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = collectOutput(child);
  try {
    await untilHealthy(child, `http://127.0.0.1:${port}${command.healthPath}`);
  } catch (error) {
    child.kill('SIGKILL');
    throw new Error(`${command.args.join(' ')} did not start:\n${output()}`, { cause: error });
  }
  const { pid } = child;
  if (pid === undefined) throw new Error('A process that answers has an id.');
  return { pid, port, [Symbol.asyncDispose]: () => stop(child) };
}

/** The command pinned to one core; unchanged without taskset or without a core. */
export function pinned(command: readonly string[], core: number | undefined): [string, ...string[]] {
  const [program = process.execPath, ...args] = command;
  const canPin = core !== undefined && ['/usr/bin/taskset', '/bin/taskset'].some((file) => existsSync(file));
  return canPin ? ['taskset', '-c', String(core), program, ...args] : [program, ...args];
}

async function untilHealthy(child: ChildProcess, url: string): Promise<void> {
  const deadline = Date.now() + healthTimeoutMs;
  while (Date.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`It ended with code ${child.exitCode}.`);
    const answer = await fetch(url).catch(() => null);
    await answer?.arrayBuffer();
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, healthIntervalMs));
  }
  throw new Error(`${url} did not answer within ${healthTimeoutMs} ms.`);
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), 15_000);
  await ended;
  clearTimeout(timer);
}

function collectOutput(child: ChildProcess): () => string {
  let text = '';
  const collect = (chunk: Buffer) => {
    text = (text + chunk.toString()).slice(-8000);
  };
  child.stdout?.on('data', collect);
  child.stderr?.on('data', collect);
  return () => text;
}

export async function freeTcpPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('A TCP server has a port.');
  return address.port;
}
