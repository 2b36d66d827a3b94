import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { parseMessage } from '../../../src/telephony/sip/message/parse-message.ts';
import type { SipRequest } from '../../../src/telephony/sip/message/sip-message.ts';
import { StreamFramer } from '../../../src/telephony/sip/message/stream-framer.ts';
import { endsWithTest } from '../left-running.ts';
import { type MessageBox, messageBox } from './message-box.ts';
import { type PeerRequest, responseTo, textOf } from './sip-peer.ts';

/** A scripted SIP server over TCP or TLS, whose connections the test can break. */
export interface StreamPeer extends Omit<MessageBox, 'add'> {
  port: number;
  /** True (the initial value) if the peer answers pings. */
  answersPings: boolean;
  pings(): number;
  /** Number of all connections so far and of open ones. */
  connections(): { all: number; open: number };
  /** Responds over the connection of the last message. */
  respond(
    request: SipRequest,
    status: number,
    extra?: { tag?: string; headers?: string[]; body?: string; contact?: string },
  ): void;
  /** Sends a request over the last connection. */
  request(request: PeerRequest): void;
  /** Opens a TCP connection, which becomes the last one. */
  connect(port: number): Promise<void>;
  /** Destroys all connections. */
  drop(): void;
  /** Stops listening and destroys all connections. */
  leave(): Promise<void>;
}

/** @param certificate certificate in PEM; null for plain TCP */
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
      for (const event of framer.push(chunk)) {
        if (event.type === 'ping') {
          pings += 1;
          if (peer.answersPings) socket.write('\r\n');
        }
        const message = event.type === 'message' ? parseMessage(event.bytes) : null;
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
