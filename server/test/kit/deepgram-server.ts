import type { WebSocket } from 'ws';
import { parseJsonObject } from '../../src/providers/kit/json-parts.ts';
import { type SocketServer, startSocketServer } from './socket-server.ts';

/** One connection to the simulated Deepgram. */
export interface ListenConnection {
  query: URLSearchParams;
  /** All received audio samples. */
  heard: number[];
  /** `KeepAlive`, `Finalize` and `CloseStream` messages, in order. */
  controls: string[];
  socket: WebSocket;
  /** Sends a result for all audio so far, or for the audio up to `endMs`. */
  result(
    text: string,
    about?: { isFinal?: boolean; isFromFinalize?: boolean; endMs?: number; languages?: string[] },
  ): void;
}

export interface DeepgramServer extends SocketServer {
  connections: ListenConnection[];
  /**
   * Transcripts for the next `Finalize` messages; null sends no response. Without a script all transcripts are empty.
   */
  script(...texts: (string | null)[]): void;
}

/** Deepgram's `v1/listen` on loopback, with scripted transcripts. */
export async function startDeepgramServer(): Promise<DeepgramServer> {
  const connections: ListenConnection[] = [];
  const texts: (string | null)[] = [];
  const server = await startSocketServer((socket, path) => {
    const connection = listen(socket, path);
    connections.push(connection);
    socket.on('message', (data, isBinary) => {
      const bytes = Buffer.isBuffer(data) ? data : Buffer.alloc(0);
      if (isBinary) {
        for (let at = 0; at + 1 < bytes.length; at += 2) connection.heard.push(bytes.readInt16LE(at));
        return;
      }
      const type = String(parseJsonObject(bytes.toString())?.['type']);
      connection.controls.push(type);
      if (type === 'CloseStream') socket.close(1000);
      if (type !== 'Finalize') return;
      const text = texts.length === 0 ? '' : (texts.shift() ?? null);
      if (text !== null) connection.result(text, { isFinal: true, isFromFinalize: true });
    });
  });
  return { ...server, connections, script: (...given) => texts.push(...given) };
}

function listen(socket: WebSocket, path: string): ListenConnection {
  const query = new URL(path, 'ws://localhost').searchParams;
  const heard: number[] = [];
  return {
    query,
    heard,
    socket,
    controls: [],
    result(text, { isFinal = false, isFromFinalize = false, endMs, languages } = {}) {
      const duration = (endMs ?? (heard.length * 1000) / Number(query.get('sample_rate'))) / 1000;
      const alternative = {
        transcript: text,
        confidence: 0.9,
        words: [],
        ...(languages ? { languages } : {}),
      };
      const result = {
        type: 'Results',
        channel_index: [0, 1],
        start: 0,
        duration,
        is_final: isFinal,
        speech_final: false,
        from_finalize: isFromFinalize,
        channel: { alternatives: [alternative] },
      };
      socket.send(JSON.stringify(result));
    },
  };
}
