import { createSocket } from 'node:dgram';
import { createServer } from 'node:net';

/** Below the ephemeral range, so that the system does not assign these ports in the meantime. */
const RANGE = { first: 20_000, count: 12_000 };

/** Returns loopback ports that are free for UDP and TCP, for programs that need a fixed port. */
export async function freePorts(count: number): Promise<number[]> {
  const ports = new Set<number>();
  while (ports.size < count) {
    const port = RANGE.first + Math.floor(Math.random() * RANGE.count);
    if ((await isFreeForUdp(port)) && (await isFreeForTcp(port))) ports.add(port);
  }
  return [...ports];
}

async function isFreeForUdp(port: number): Promise<boolean> {
  const socket = createSocket('udp4');
  const isFree = listens(socket);
  socket.bind(port, '127.0.0.1');
  if (!(await isFree)) return false;
  socket.close();
  return true;
}

async function isFreeForTcp(port: number): Promise<boolean> {
  const server = createServer();
  const isFree = listens(server);
  server.listen(port, '127.0.0.1');
  if (!(await isFree)) return false;
  await new Promise((resolve) => server.close(resolve));
  return true;
}

function listens(socket: NodeJS.EventEmitter): Promise<boolean> {
  return new Promise((resolve) => {
    socket.once('listening', () => resolve(true));
    socket.once('error', () => resolve(false));
  });
}
