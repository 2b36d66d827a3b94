import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { parseRtp, type RtpPacket, writeRtp } from '../../src/telephony/rtp/rtp-packet.ts';
import { eventually } from './eventually.ts';

/** A scripted RTP peer on loopback that records received packets. */
export interface RtpPeer {
  readonly port: number;
  readonly received: RtpPacket[];
  readonly receivedBytes: Buffer[];
  send(port: number, packet: Partial<RtpPacket>): Promise<void>;
  sendBytes(port: number, bytes: Uint8Array): Promise<void>;
  /** Waits for a number of RTP packets. */
  hasReceived(count: number): Promise<RtpPacket[]>;
  close(): void;
}

export async function openRtpPeer(address = '127.0.0.1'): Promise<RtpPeer> {
  const socket: Socket = createSocket(address.includes(':') ? 'udp6' : 'udp4');
  socket.bind(0, address);
  await once(socket, 'listening');
  const received: RtpPacket[] = [];
  const receivedBytes: Buffer[] = [];
  socket.on('message', (bytes) => {
    receivedBytes.push(bytes);
    const packet = parseRtp(bytes);
    if (packet !== null) received.push(packet);
  });
  const sendBytes = (port: number, bytes: Uint8Array): Promise<void> =>
    new Promise((resolve, reject) => {
      socket.send(bytes, port, address, (error) => (error === null ? resolve() : reject(error)));
    });
  return {
    port: socket.address().port,
    received,
    receivedBytes,
    sendBytes,
    send: (port, packet) => sendBytes(port, writeRtp(rtpPacket(packet))),
    hasReceived: (count) =>
      eventually(
        async () => received,
        (packets) => packets.length >= count,
      ),
    close: () => socket.close(),
  };
}

/** A packet of 20 ms of µ-law silence, with changes. */
export function rtpPacket(changes: Partial<RtpPacket>): RtpPacket {
  return {
    payloadType: 0,
    marker: false,
    sequence: 1,
    timestamp: 160,
    ssrc: 1,
    payload: new Uint8Array(160).fill(0xff),
    ...changes,
  };
}
