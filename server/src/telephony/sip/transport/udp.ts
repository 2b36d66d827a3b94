import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { type Flow, plainAddress, type TransportListener } from './flow.ts';

export interface UdpTransport {
  readonly port: number;
  flowTo(address: string, port: number): Flow;
  close(): Promise<void>;
}

const RECEIVE_BUFFER_BYTES = 4 * 1024 * 1024;

/** Listens on one UDP port; rejects on failure. */
export async function openUdp(
  { address, port }: { address: string; port: number },
  listener: TransportListener,
): Promise<UdpTransport> {
  const isVersion6 = address.includes(':');
  const socket = createSocket({ type: isVersion6 ? 'udp6' : 'udp4' });
  let isOpen = true;
  const flowTo = (remoteAddress: string, remotePort: number): Flow => ({
    transport: 'udp',
    remoteAddress,
    remotePort,
    isOpen: () => isOpen,
    whenClosed: () => () => undefined,
    send: (bytes) => {
      if (isOpen) transmit(socket, bytes, { address: asFamily(remoteAddress, isVersion6), port: remotePort });
    },
  });
  socket.on('message', (bytes, remote) => {
    // Port 0 cannot be answered.
    if (remote.port !== 0) listener.received(bytes, flowTo(plainAddress(remote.address), remote.port));
  });
  await bind(socket, address, port);
  socket.on('error', () => undefined);
  return {
    port: socket.address().port,
    flowTo,
    close: async () => {
      if (!isOpen) return;
      isOpen = false;
      await new Promise<void>((resolve) => socket.close(() => resolve()));
    },
  };
}

function transmit(socket: Socket, bytes: Uint8Array, to: { address: string; port: number }): void {
  try {
    // Without a callback a failure would emit `error` on the socket.
    socket.send(bytes, to.port, to.address, () => undefined);
  } catch {
    // An address of the wrong family counts as packet loss.
  }
}

function asFamily(address: string, isVersion6: boolean): string {
  return isVersion6 && !address.includes(':') ? `::ffff:${address}` : address;
}

async function bind(socket: Socket, address: string, port: number): Promise<void> {
  const listening = once(socket, 'listening');
  socket.bind({ address, port });
  try {
    await listening;
  } catch (error) {
    socket.close();
    throw error;
  }
  try {
    socket.setRecvBufferSize(RECEIVE_BUFFER_BYTES);
  } catch {
    // Keep the system default.
  }
}
