import type { WebSocket } from 'ws';
import { decodeUlaw, encodeUlaw } from '../../src/core/g711.ts';
import { pcmBytes } from '../../src/core/pcm-bytes.ts';
import type { RealtimeModel } from '../../src/providers/interfaces/realtime-model.ts';
import { objectAt, parseJsonObject } from '../../src/providers/kit/json-parts.ts';
import { openaiRealtimeModels } from '../../src/providers/openai/realtime/openai-realtime.ts';
import { manualClock } from './clocks.ts';
import { canceledResponse, type RealtimeTurn, responseEvents } from './openai-realtime-response.ts';
import { type SocketServer, startSocketServer } from './socket-server.ts';
import { pureTone } from './speech.ts';

export interface OpenAiRealtimeServer extends SocketServer {
  /** Scripts the next responses; without a script there are none. */
  script(...turns: RealtimeTurn[]): void;
  /** Scripts the transcripts of the next customer speech. */
  hears(...texts: string[]): void;
  /** All client messages except audio, in order. */
  messages: Record<string, unknown>[];
  /** Types of `messages`, except session updates. */
  kinds(): string[];
  /** Codes of the errors sent. */
  errors: string[];
  /** Sends any message, valid or not. */
  send(message: string | Buffer): void;
  useBetaNames(): void;
  /** The last connection stays open but does nothing more. */
  deafen(): void;
  /** Clears the script. */
  forget(): void;
}

const VOICES = ['alloy', 'ash', 'ballad', 'coral', 'echo', 'sage', 'shimmer', 'verse', 'marin', 'cedar'];
const LOUD = 1_000;

/** The server's state of one connection. */
interface Connection {
  socket: WebSocket;
  session: Record<string, unknown>;
  items: Map<string, number>;
  active: { id: string; isEndless: boolean } | null;
  loudMs: number;
  silentMs: number;
  isSpeaking: boolean;
  isDeaf: boolean;
}

/** Our adapter, connected to the simulated server. */
export function openaiModel(url: string, clock = manualClock()): RealtimeModel {
  const config = { apiKey: 'key', baseUrl: `${url.replace('ws', 'http')}/v1`, realtimeModels: ['gpt-x'] };
  const [model] = openaiRealtimeModels(config, clock);
  if (model === undefined) throw new Error('There is no model.');
  return model;
}

/** OpenAI Realtime API on loopback, with energy-based VAD and the real server's validation. */
export async function startOpenAiRealtimeServer(): Promise<OpenAiRealtimeServer> {
  const simulator = new Simulator();
  const server = await startSocketServer((socket) => simulator.connect(socket));
  return {
    ...server,
    messages: simulator.messages,
    errors: simulator.errors,
    script: (...turns) => void simulator.turns.push(...turns),
    hears: (...texts) => void simulator.heard.push(...texts),
    kinds: () =>
      simulator.messages.map(({ type }) => String(type)).filter((type) => type !== 'session.update'),
    send: (message) => simulator.last?.socket.send(message),
    useBetaNames: () => {
      simulator.isBeta = true;
    },
    deafen: () => {
      if (simulator.last !== null) simulator.last.isDeaf = true;
    },
    forget: () => {
      simulator.turns.length = 0;
      simulator.heard.length = 0;
    },
  };
}

class Simulator {
  readonly messages: Record<string, unknown>[] = [];
  readonly errors: string[] = [];
  readonly turns: RealtimeTurn[] = [];
  readonly heard: string[] = [];
  last: Connection | null = null;
  isBeta = false;
  #ids = 0;

  connect(socket: WebSocket): void {
    const connection: Connection = {
      socket,
      session: { type: 'realtime' },
      items: new Map(),
      active: null,
      loudMs: 0,
      silentMs: 0,
      isSpeaking: false,
      isDeaf: false,
    };
    this.last = connection;
    this.#send(connection, { type: 'session.created', session: { id: this.#id('sess'), type: 'realtime' } });
    socket.on('message', (data) => this.#receive(connection, String(data)));
  }

  #receive(connection: Connection, text: string): void {
    const message = parseJsonObject(text) ?? {};
    if (connection.isDeaf) return;
    if (message['type'] !== 'input_audio_buffer.append') this.messages.push(message);
    const handle: Record<string, () => void> = {
      'session.update': () => this.#update(connection, objectAt(message['session'])),
      'input_audio_buffer.append': () => this.#hear(connection, String(message['audio'])),
      'conversation.item.create': () => this.#addItem(connection, objectAt(message['item'])),
      'conversation.item.delete': () =>
        this.#withItem(connection, message, (id) => this.#delete(connection, id)),
      'conversation.item.truncate': () =>
        this.#withItem(connection, message, (id) => this.#truncate(connection, message, id)),
      'conversation.item.retrieve': () =>
        this.#withItem(connection, message, (id) => {
          const item = {
            id,
            object: 'realtime.item',
            type: 'message',
            role: 'assistant',
            status: 'completed',
          };
          this.#send(connection, { type: 'conversation.item.retrieved', item: { ...item, content: [] } });
        }),
      'response.create': () => this.#respond(connection, message),
      'response.cancel': () => {
        if (connection.active === null) this.#refuse(connection, message, 'response_cancel_not_active');
        else this.#cancel(connection, 'client_cancelled');
      },
    };
    const known = handle[String(message['type'])];
    if (known === undefined) this.#refuse(connection, message, 'unknown_event');
    else known();
  }

  #delete(connection: Connection, id: string): void {
    connection.items.delete(id);
    this.#send(connection, { type: 'conversation.item.deleted', item_id: id });
  }

  #update(connection: Connection, session: Record<string, unknown>): void {
    const voice = objectAt(objectAt(session['audio'])['output'])['voice'];
    const modalities = session['output_modalities'];
    const isBoth = Array.isArray(modalities) && modalities.length !== 1;
    const isWrong = session['type'] !== 'realtime' || isBoth || 'temperature' in session;
    if (isWrong || (voice !== undefined && !VOICES.includes(String(voice)))) {
      this.#refuse(connection, {}, 'invalid_value');
      return;
    }
    connection.session = { ...connection.session, ...session };
    this.#send(connection, { type: 'session.updated', session: connection.session });
  }

  #hear(connection: Connection, base64: string): void {
    const samples = this.#samplesOf(connection, Buffer.from(base64, 'base64'));
    const ms = (samples.length / (this.#isUlaw(connection) ? 8_000 : 24_000)) * 1000;
    const isLoud = samples.some((sample) => Math.abs(sample) > LOUD);
    connection.loudMs = isLoud ? connection.loudMs + ms : 0;
    connection.silentMs = isLoud ? 0 : connection.silentMs + ms;
    const detection = objectAt(objectAt(objectAt(connection.session['audio'])['input'])['turn_detection']);
    if (!connection.isSpeaking && connection.loudMs >= 100) {
      connection.isSpeaking = true;
      this.#send(connection, {
        type: 'input_audio_buffer.speech_started',
        item_id: 'speech',
        audio_start_ms: 0,
      });
      if (connection.active !== null && detection['interrupt_response'] !== false) {
        this.#cancel(connection, 'turn_detected');
      }
    } else if (
      connection.isSpeaking &&
      connection.silentMs >= Number(detection['silence_duration_ms'] ?? 500)
    ) {
      connection.isSpeaking = false;
      this.#understand(connection);
      if (detection['create_response'] !== false) this.#begin(connection, null);
    }
  }

  #understand(connection: Connection): void {
    const id = this.#id('item');
    connection.items.set(id, 0);
    this.#send(connection, { type: 'input_audio_buffer.speech_stopped', item_id: id, audio_end_ms: 0 });
    this.#send(connection, { type: 'input_audio_buffer.committed', item_id: id, previous_item_id: null });
    const transcript = this.heard.shift() ?? '';
    const type = 'conversation.item.input_audio_transcription';
    for (const delta of transcript.match(/\S+\s*/g) ?? []) {
      this.#send(connection, { type: `${type}.delta`, item_id: id, content_index: 0, delta });
    }
    this.#send(connection, { type: `${type}.completed`, item_id: id, content_index: 0, transcript });
  }

  #addItem(connection: Connection, item: Record<string, unknown>): void {
    const id = typeof item['id'] === 'string' ? item['id'] : this.#id('item');
    connection.items.set(id, 0);
    const whole = { object: 'realtime.item', status: 'completed', ...item, id };
    this.#send(connection, { type: 'conversation.item.added', previous_item_id: null, item: whole });
    this.#send(connection, { type: 'conversation.item.done', previous_item_id: null, item: whole });
  }

  #withItem(connection: Connection, message: Record<string, unknown>, act: (id: string) => void): void {
    const id = String(message['item_id']);
    if (connection.items.has(id)) act(id);
    else this.#refuse(connection, message, 'item_not_found');
  }

  #truncate(connection: Connection, message: Record<string, unknown>, id: string): void {
    const audioMs = Number(message['audio_end_ms']);
    const isWhole = Number.isInteger(audioMs) && audioMs >= 0;
    if (!isWhole || audioMs > (connection.items.get(id) ?? 0)) {
      this.#refuse(connection, message, 'invalid_value');
      return;
    }
    const place = { item_id: id, content_index: 0, audio_end_ms: audioMs };
    this.#send(connection, { type: 'conversation.item.truncated', ...place });
  }

  #respond(connection: Connection, message: Record<string, unknown>): void {
    if (connection.active === null)
      this.#begin(connection, objectAt(message['response'])['metadata'] ?? null);
    else this.#refuse(connection, message, 'conversation_already_has_active_response');
  }

  #begin(connection: Connection, metadata: unknown): void {
    const turn = this.turns.shift() ?? { nothing: true as const };
    if ('mute' in turn) return;
    const responseId = this.#id('resp');
    const modalities = connection.session['output_modalities'];
    const { events, items, isEndless } = responseEvents(turn, {
      responseId,
      metadata,
      newId: (prefix) => this.#id(prefix),
      audio: (ms, hz) => this.#sound(connection, ms, hz),
      isText: Array.isArray(modalities) && modalities.includes('text'),
      isBeta: this.isBeta,
    });
    connection.active = { id: responseId, isEndless };
    for (const { id, audioMs } of items) connection.items.set(id, audioMs);
    for (const event of events) this.#send(connection, event);
    if (!isEndless) connection.active = null;
  }

  #cancel(connection: Connection, reason: string): void {
    if (connection.active === null) return;
    this.#send(connection, canceledResponse(connection.active.id, reason));
    connection.active = null;
  }

  #refuse(connection: Connection, message: Record<string, unknown>, code: string): void {
    this.errors.push(code);
    const error = {
      type: 'invalid_request_error',
      code,
      message: code,
      event_id: message['event_id'] ?? null,
    };
    this.#send(connection, { type: 'error', error });
  }

  #isUlaw({ session }: Connection): boolean {
    return objectAt(objectAt(objectAt(session['audio'])['input'])['format'])['type'] === 'audio/pcmu';
  }

  #samplesOf(connection: Connection, bytes: Buffer): Int16Array {
    if (this.#isUlaw(connection)) return decodeUlaw(bytes);
    return Int16Array.from({ length: bytes.length >> 1 }, (_, index) => bytes.readInt16LE(index * 2));
  }

  #sound(connection: Connection, ms: number, hz?: number): string {
    if (hz !== undefined) {
      const isUlaw = this.#isUlaw(connection);
      const samples = pureTone({ hz, ms, sampleRateHz: isUlaw ? 8_000 : 24_000 });
      return Buffer.from(isUlaw ? encodeUlaw(samples) : pcmBytes(samples)).toString('base64');
    }
    const samples = this.#isUlaw(connection) ? ms * 8 : ms * 24 * 2;
    return Buffer.alloc(samples, 0x15).toString('base64');
  }

  #send({ socket }: Connection, event: Record<string, unknown>): void {
    socket.send(JSON.stringify({ event_id: this.#id('event'), ...event }));
  }

  #id(prefix: string): string {
    this.#ids += 1;
    return `${prefix}_${this.#ids}`;
  }
}
