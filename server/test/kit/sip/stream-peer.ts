import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { afterEach } from 'vitest';
import { parseMessage } from '../../../src/telephony/sip/message/parse-message.ts';
import type { SipMessage, SipRequest, SipResponse } from '../../../src/telephony/sip/message/sip-message.ts';
import { headerOf } from '../../../src/telephony/sip/message/sip-message.ts';
import { StreamFramer } from '../../../src/telephony/sip/message/stream-framer.ts';
import { eventually } from '../eventually.ts';
import { type PeerRequest, responseTo, textOf } from './sip-peer.ts';

/** A server over TCP without a mind of its own: the test says every word, and when its connections break. */
export interface StreamPeer {
  port: number;
  /** Whether it answers pings; it does at first. */
  answersPings: boolean;
  /** How many pings have come. */
  pings(): number;
  /** Connections so far, and those that are up. */
  connections(): { all: number; open: number };
  received: SipMessage[];
  takeRequest(method: string): Promise<SipRequest>;
  takeResponse(method: string): Promise<SipResponse>;
  /** Over the connection that the last message came over. */
  respond(
    request: SipRequest,
    status: number,
    extra?: { tag?: string; headers?: string[]; body?: string; contact?: string },
  ): void;
  /** Over the last connection. */
  request(request: PeerRequest): void;
  /** Breaks every connection. */
  drop(): void;
  /** Takes no connections any more, and breaks those that are up. */
  leave(): Promise<void>;
}

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

export async function openStreamPeer(wantedPort = 0): Promise<StreamPeer> {
  const sockets = new Set<Socket>();
  const received: SipMessage[] = [];
  const untaken: SipMessage[] = [];
  let [all, pings] = [0, 0];
  let last: Socket | null = null;
  const server = createServer((socket) => {
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
        received.push(message);
        untaken.push(message);
      }
    });
  });
  server.listen(wantedPort, '127.0.0.1');
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
  closers.push(leave);
  const take = async (matches: (message: SipMessage) => boolean): Promise<SipMessage> => {
    const message = await eventually(
      async () => untaken.find(matches),
      (found) => found !== undefined,
    );
    if (message === undefined) throw new Error('Nothing came.');
    untaken.splice(untaken.indexOf(message), 1);
    return message;
  };
  const peer: StreamPeer = {
    port,
    answersPings: true,
    pings: () => pings,
    connections: () => ({ all, open: sockets.size }),
    received,
    takeRequest: async (method) => {
      const message = await take((one) => one.kind === 'request' && one.method === method);
      if (message.kind !== 'request') throw new Error('It is a response.');
      return message;
    },
    takeResponse: async (method) => {
      const isAnswer = (one: SipMessage): boolean =>
        one.kind === 'response' && (headerOf(one, 'cseq') ?? '').endsWith(` ${method}`);
      const message = await take(isAnswer);
      if (message.kind !== 'response') throw new Error('It is a request.');
      return message;
    },
    respond: (request, status, extra = {}) => {
      const contact = `<sip:peer@127.0.0.1:${port};transport=tcp>`;
      last?.write(responseTo(request, status, { contact, ...extra, port }));
    },
    request: (request) => {
      last?.write(textOf(request, { from: port, to: last.remotePort ?? 0 }).replace('/UDP', '/TCP'));
    },
    drop,
    leave,
  };
  return peer;
}
