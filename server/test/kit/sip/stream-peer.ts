import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { parseMessage } from '../../../src/telephony/sip/message/parse-message.ts';
import type { SipRequest } from '../../../src/telephony/sip/message/sip-message.ts';
import { StreamFramer } from '../../../src/telephony/sip/message/stream-framer.ts';
import { endsWithTest } from '../left-running.ts';
import { type MessageBox, messageBox } from './message-box.ts';
import { type PeerRequest, responseTo, textOf } from './sip-peer.ts';

/** A server over TCP or TLS without a mind of its own: the test says every word, and when its connections break. */
export interface StreamPeer extends Omit<MessageBox, 'add'> {
  port: number;
  /** Whether it answers pings; it does at first. */
  answersPings: boolean;
  /** How many pings have come. */
  pings(): number;
  /** Connections so far, and those that are up. */
  connections(): { all: number; open: number };
  /** Over the connection that the last message came over. */
  respond(
    request: SipRequest,
    status: number,
    extra?: { tag?: string; headers?: string[]; body?: string; contact?: string },
  ): void;
  /** Over the last connection. */
  request(request: PeerRequest): void;
  /** Opens a connection over TCP, which is the last one then. */
  connect(port: number): Promise<void>;
  /** Breaks every connection. */
  drop(): void;
  /** Takes no connections any more, and breaks those that are up. */
  leave(): Promise<void>;
}

/** @param certificate PEM; null: TCP */
export async function openStreamPeer({
  address = '127.0.0.1',
  port: wantedPort = 0,
  certificate = null,
}: {
  address?: string;
  port?: number;
  certificate?: { cert: string; key: string } | null;
} = {}): Promise<StreamPeer> {
  const sockets = new Set<Socket>();
  const box = messageBox();
  let [all, pings] = [0, 0];
  let last: Socket | null = null;
  const transport = certificate === null ? 'tcp' : 'tls';
  const taken = (socket: Socket): void => {
    all += 1;
    last = socket;
    sockets.add(socket);
    const framer = new StreamFramer();
    socket.on('error', () => socket.destroy());
    socket.on('close', () => sockets.delete(socket));
    socket.on('data', (chunk: Buffer) => {
      for (const piece of framer.push(chunk)) {
        if (piece.type === 'ping') {
          pings += 1;
          if (peer.answersPings) socket.write('\r\n');
        }
        const message = piece.type === 'message' ? parseMessage(piece.bytes) : null;
        if (message === null) continue;
        last = socket;
        box.add(message);
      }
    });
  };
  const server = certificate === null ? createServer(taken) : createTlsServer(certificate, taken);
  server.listen(wantedPort, address);
  await once(server, 'listening');
  const bound = server.address();
  const port = typeof bound === 'object' && bound !== null ? bound.port : 0;
  const drop = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  const leave = async (): Promise<void> => {
    drop();
    if (server.listening) await new Promise((resolve) => server.close(resolve));
  };
  endsWithTest(leave);
  const peer: StreamPeer = {
    ...box,
    port,
    answersPings: true,
    pings: () => pings,
    connections: () => ({ all, open: sockets.size }),
    respond: (request, status, extra = {}) => {
      const contact = `<sip:peer@${address}:${port};transport=${transport}>`;
      last?.write(responseTo(request, status, { contact, ...extra, port }));
    },
    request: (request) => {
      last?.write(textOf(request, { from: port, to: last.remotePort ?? 0 }).replace('/UDP', `/${transport}`));
    },
    connect: async (to) => {
      const socket = connect(to, address);
      await once(socket, 'connect');
      taken(socket);
    },
    drop,
    leave,
  };
  return peer;
}
