import { once } from 'node:events';
import { WebSocket, WebSocketServer } from 'ws';
import { eventually } from './eventually.ts';
import { portOf } from './loopback-server.ts';

/** Both ends of a WebSocket on loopback. */
export interface SocketPair {
  server: WebSocket;
  client: WebSocket;
  /** JSON text messages received by the client. */
  texts: Record<string, unknown>[];
  /** Binary messages received by the client. */
  sounds: Buffer[];
  /** Waits until the client receives a text message of this type. */
  hears(type: string): Promise<Record<string, unknown>>;
  /** Waits until everything sent by the client so far has been read. */
  settle(): Promise<void>;
  close(): Promise<void>;
}

/** @param options `autoPong`: false for a client that does not respond to pings, as without a network */
export async function openSocketPair({ autoPong = true } = {}): Promise<SocketPair> {
  const listening = new WebSocketServer({ host: '127.0.0.1', port: 0, maxPayload: 65_536 });
  await once(listening, 'listening');
  const client = new WebSocket(`ws://127.0.0.1:${portOf(listening.address())}`, { autoPong });
  const texts: Record<string, unknown>[] = [];
  const sounds: Buffer[] = [];
  client.on('message', (data, isBinary) => {
    if (!Buffer.isBuffer(data)) return;
    if (isBinary) sounds.push(data);
    else texts.push(JSON.parse(data.toString()));
  });
  client.on('error', () => undefined);
  const [[server]] = await Promise.all([once(listening, 'connection'), once(client, 'open')]);
  server.on('error', () => undefined);
  return {
    server,
    client,
    texts,
    sounds,
    hears: async (type) => {
      const all = await eventually(
        async () => texts,
        (list) => list.some((message) => message['type'] === type || message['event'] === type),
      );
      return all.find((message) => message['type'] === type || message['event'] === type) ?? {};
    },
    settle: async () => {
      const pong = once(client, 'pong');
      client.ping();
      await pong;
    },
    close: async () => {
      client.terminate();
      server.terminate();
      listening.close();
      await once(listening, 'close');
    },
  };
}
