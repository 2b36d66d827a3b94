import { createSocket } from 'node:dgram';
import { once } from 'node:events';

/** UDP ports of loopback that nobody has just now, for programs that cannot choose one themselves. */
export async function freePorts(count: number): Promise<number[]> {
  const sockets = Array.from({ length: count }, () => createSocket('udp4'));
  const ports: number[] = [];
  for (const socket of sockets) {
    socket.bind(0, '127.0.0.1');
    await once(socket, 'listening');
    ports.push(socket.address().port);
  }
  for (const socket of sockets) socket.close();
  return ports;
}
