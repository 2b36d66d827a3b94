import { spawn } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';

export interface Sipp extends AsyncDisposable {
  port: number;
  ended: Promise<unknown>;
}

/** sipp on a free loopback port. Resolves when it listens, or has already finished its calls. */
export async function startSipp(parameters: readonly string[]): Promise<Sipp> {
  const [port, mediaPort] = [await freePort(), await freePort()];
  const place = ['-i', '127.0.0.1', '-p', String(port), '-mi', '127.0.0.1', '-mp', String(mediaPort)];
  const child = spawn('sipp', [...parameters, ...place, '-nostdin'], { stdio: 'ignore' });
  const ended = once(child, 'exit');
  const entry = `:${port.toString(16).toUpperCase().padStart(4, '0')} `;
  const isThere = async () => (await readFile('/proc/net/udp', 'utf8')).includes(entry);
  while (child.exitCode === null && !(await isThere())) await pause(10);
  return {
    port,
    ended,
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

async function freePort(): Promise<number> {
  const socket = createSocket('udp4');
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const { port } = socket.address();
  socket.close();
  return port;
}
