import type { WebSocket } from 'ws';
import { parseJsonObject } from '../../src/providers/kit/json-parts.ts';
import { type SocketServer, startSocketServer } from './socket-server.ts';
import { type SpeechDialect, WORD_MS } from './speech-dialects.ts';

/** Scripted behavior of the next TTS request. */
export type SpeechBehavior =
  | { kind: 'speak' }
  /** Accepts the text but sends nothing. */
  | { kind: 'hang' }
  /** Closes the connection at the first text. */
  | { kind: 'drop' }
  /** Speaks the first text, then closes the connection. */
  | { kind: 'drop-after' }
  /**
   * Speaks the first text, then ends the context as timed out and rejects later text. With `isCrossed`, the end is sent
   * while the next text is already on its way.
   */
  | { kind: 'lapse'; isCrossed?: boolean }
  /** Rejects this TTS request; with `isWhole`, rejects the connection. */
  | { kind: 'error'; name: string; isWhole?: boolean }
  /** Sends an invalid message, then speaks. */
  | { kind: 'garbage' };

export interface SpeechServer extends SocketServer {
  /** Scripts the next TTS requests, in order. Without a script all text is spoken. */
  script(...behaviors: SpeechBehavior[]): void;
  /** All messages of the clients, in order. */
  messages: Record<string, unknown>[];
  /** TTS requests that were canceled or closed before they had finished. */
  canceled: string[];
}

interface Speech {
  behavior: SpeechBehavior;
  ms: number;
}

const REFUSED = '400';

/** A vendor's speech server on loopback. Every word is a tone of 100 ms. */
export async function startSpeechServer(dialect: SpeechDialect): Promise<SpeechServer> {
  const behaviors: SpeechBehavior[] = [];
  const messages: Record<string, unknown>[] = [];
  const canceled: string[] = [];
  const server = await startSocketServer((socket, path) => {
    const speeches = new Map<string, Speech>();
    const lapsed = new Set<string>();
    socket.on('message', (data) => {
      const message = parseJsonObject(String(data)) ?? {};
      messages.push(message);
      const ask = dialect.ask(message);
      const known = speeches.get(ask.contextId);
      if (ask.isCancel || (ask.isFinish && known?.behavior.kind === 'hang')) {
        canceled.push(ask.contextId);
        return;
      }
      if (lapsed.has(ask.contextId)) {
        if (known !== undefined) send(socket, dialect.done(ask.contextId));
        speeches.delete(ask.contextId);
        send(socket, dialect.error(ask.contextId, REFUSED));
        return;
      }
      if (ask.text !== null) {
        const speech = known ?? { behavior: behaviors.shift() ?? { kind: 'speak' }, ms: 0 };
        speeches.set(ask.contextId, speech);
        const words = ask.text.split(' ');
        const sampleRateHz = dialect.sampleRateHz(path, message);
        const spoken = dialect.spoken({ contextId: ask.contextId, words, startMs: speech.ms, sampleRateHz });
        speech.ms += words.length * WORD_MS;
        act(socket, { dialect, contextId: ask.contextId, behavior: speech.behavior, spoken });
        if (speech.behavior.kind === 'lapse') {
          lapsed.add(ask.contextId);
          if (speech.behavior.isCrossed !== true) {
            speeches.delete(ask.contextId);
            send(socket, dialect.done(ask.contextId));
          }
        }
      }
      const isWhole = speeches.get(ask.contextId)?.behavior.kind !== 'drop-after';
      if (ask.isFinish && speeches.delete(ask.contextId) && isWhole)
        send(socket, dialect.done(ask.contextId));
    });
  });
  return { ...server, messages, canceled, script: (...given) => behaviors.push(...given) };
}

function act(
  socket: WebSocket,
  about: { dialect: SpeechDialect; contextId: string; behavior: SpeechBehavior; spoken: object[] },
): void {
  const { dialect, contextId, behavior, spoken } = about;
  switch (behavior.kind) {
    case 'hang':
      return;
    case 'drop':
      socket.terminate();
      return;
    case 'error':
      send(socket, dialect.error(behavior.isWhole === true ? null : contextId, behavior.name));
      return;
    case 'garbage':
      sendGarbage(socket, contextId);
  }
  for (const message of spoken) send(socket, message);
  if (behavior.kind === 'drop-after') setImmediate(() => socket.terminate());
}

function sendGarbage(socket: WebSocket, contextId: string): void {
  const texts = ['', '{', '[]', 'null', '{"type":7}', '{"contextId":1,"audio":{}}', '\u0000'];
  for (const text of texts) socket.send(text);
  socket.send(Buffer.from([1, 2, 3]));
  send(socket, { contextId, context_id: contextId, type: 'timestamps', word_timestamps: { words: 'x' } });
  send(socket, {
    contextId,
    alignment: { chars: ['a'], charStartTimesMs: [-1, 'x'], charDurationsMs: null },
  });
  send(socket, { contextId: 'unknown context', context_id: 'unknown context', type: 'done', audio: 'AAAA' });
}

function send(socket: WebSocket, message: object): void {
  socket.send(JSON.stringify(message));
}
