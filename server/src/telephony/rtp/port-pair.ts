import { randomInt } from 'node:crypto';
import { createSocket, type Socket } from 'node:dgram';

export interface PortRange {
  /** The system chooses ports if both are 0. */
  first: number;
  last: number;
}

export interface PortPair {
  /** Even RTP port. RTCP uses the next one. */
  port: number;
  rtp: Socket;
  rtcp: Socket;
}

/** Every second system-chosen port is even, and most of those have a free neighbor. */
const ATTEMPTS = 50;

/** Opens an even port and the next one. Rejects if no pair of the range is free. */
export async function openPortPair(localAddress: string, range: PortRange): Promise<PortPair> {
  const ports = range.last === 0 ? new Array<number>(ATTEMPTS).fill(0) : pairsOf(range);
  for (const port of ports) {
    const pair = await tryPair(localAddress, port);
    if (pair !== null) return pair;
  }
  throw new Error(`No free pair of RTP ports between ${range.first} and ${range.last}.`);
}

/** Yields every even port of the range once, starting at a random one. */
function* pairsOf({ first, last }: PortRange): Generator<number> {
  const begin = first + (first % 2);
  const count = Math.floor((last - begin + 1) / 2);
  if (count <= 0) return;
  const offset = randomInt(count);
  for (let index = 0; index < count; index += 1) yield begin + ((offset + index) % count) * 2;
}

async function tryPair(localAddress: string, wanted: number): Promise<PortPair | null> {
  const rtp = await tryPort(localAddress, wanted);
  if (rtp === null) return null;
  const { port } = rtp.address();
  const rtcp = port % 2 === 0 && port < 65_535 ? await tryPort(localAddress, port + 1) : null;
  if (rtcp !== null) return { port, rtp, rtcp };
  rtp.close();
  return null;
}

/** @returns null if the port is taken. Rejects if the address is not local */
function tryPort(address: string, port: number): Promise<Socket | null> {
  return new Promise((resolve, reject) => {
    const socket = createSocket({ type: address.includes(':') ? 'udp6' : 'udp4', lookup: withoutLookup });
    const refused = (error: NodeJS.ErrnoException): void => {
      socket.close();
      if (error.code === 'EADDRINUSE' || error.code === 'EACCES') resolve(null);
      else reject(error);
    };
    socket.once('error', refused);
    socket.bind({ address, port, exclusive: true }, () => {
      socket.off('error', refused);
      // Network errors are ignored, because the silence timeout detects a lost peer.
      socket.on('error', () => undefined);
      resolve(socket);
    });
  });
}

type Found = (error: NodeJS.ErrnoException | null, address: string, family: number) => void;

/** Avoids a DNS lookup for each packet; destinations are always IP addresses. */
function withoutLookup(address: string, _options: object, found: Found): void {
  found(null, address, address.includes(':') ? 6 : 4);
}
