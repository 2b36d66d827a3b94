import type { WebSocket } from 'ws';
import { pcmBytes } from '../../src/core/pcm-bytes.ts';
import { googleLiveModels } from '../../src/providers/google/live/google-live.ts';
import type { RealtimeModel } from '../../src/providers/interfaces/realtime-model.ts';
import { objectAt, objectsAt, parseJsonObject } from '../../src/providers/kit/json-parts.ts';
import { type ManualClock, manualClock } from './clocks.ts';
import { type SocketServer, startSocketServer } from './socket-server.ts';
import { pureTone } from './speech.ts';

/** Arguments of a tool call; a string stands for invalid ones. */
type LiveArguments = Record<string, unknown> | string;

/** A scripted response of the simulated model. */
export type LiveTurn =
  | { say: string; audioMs?: number; hz?: number; call?: string; args?: LiveArguments }
  | { call: string; args?: LiveArguments }
  | { nothing: true }
  /** Sends nothing. */
  | { mute: true }
  /** Speaks endlessly after these words, until interrupted. */
  | { endless: string; audioMs?: number; hz?: number };

export interface GeminiLiveServer extends SocketServer {
  script(...turns: LiveTurn[]): void;
  hears(...texts: string[]): void;
  /** All client messages except audio, in order. */
  messages: Record<string, unknown>[];
  /** Sends a message over the last connection. */
  send(message: Record<string, unknown> | string | Buffer): void;
  closeWith(code: number, reason: string): void;
  /** The last connection stays open but does nothing more. */
  deafen(): void;
  /** Clears the script. */
  forget(): void;
}

const CHUNK_MS = 100;
const LOUD = 1_000;

/** Our adapter, connected to the simulated server. */
export function geminiModel(url: string, clock: ManualClock = manualClock()): RealtimeModel {
  const config = {
    apiKey: 'key',
    baseUrl: `${url.replace('ws', 'http')}/v1beta`,
    realtimeModels: ['gemini-x'],
  };
  const [model] = googleLiveModels(config, clock);
  if (model === undefined) throw new Error('There is no model.');
  return model;
}

/** Gemini Live on loopback: JSON in binary messages, energy-based VAD. */
export async function startGeminiLiveServer(): Promise<GeminiLiveServer> {
  const simulator = new Simulator();
  const server = await startSocketServer((socket) => simulator.connect(socket));
  return {
    ...server,
    messages: simulator.messages,
    script: (...turns) => void simulator.turns.push(...turns),
    hears: (...texts) => void simulator.heard.push(...texts),
    send: (message) => {
      const isRaw = typeof message === 'string' || Buffer.isBuffer(message);
      simulator.last?.send(isRaw ? message : Buffer.from(JSON.stringify(message)));
    },
    deafen: () => {
      if (simulator.last !== null) simulator.deaf.add(simulator.last);
    },
    forget: () => {
      simulator.turns.length = 0;
      simulator.heard.length = 0;
    },
    closeWith: (code, reason) => simulator.last?.close(code, reason),
  };
}

interface Connection {
  socket: WebSocket;
  isSetUp: boolean;
  isEndless: boolean;
  openCalls: Set<string>;
  /** Parameter names shown to the model, by function. */
  functions: Map<string, readonly string[]>;
  loudMs: number;
  silentMs: number;
  isSpeaking: boolean;
}

class Simulator {
  readonly messages: Record<string, unknown>[] = [];
  readonly turns: LiveTurn[] = [];
  readonly heard: string[] = [];
  last: WebSocket | null = null;
  readonly deaf = new WeakSet<WebSocket>();
  #ids = 0;

  connect(socket: WebSocket): void {
    const connection: Connection = {
      socket,
      isSetUp: false,
      isEndless: false,
      openCalls: new Set(),
      functions: new Map(),
      loudMs: 0,
      silentMs: 0,
      isSpeaking: false,
    };
    this.last = socket;
    socket.on('message', (data) => this.#receive(connection, parseJsonObject(String(data)) ?? {}));
  }

  #receive(connection: Connection, message: Record<string, unknown>): void {
    if (this.deaf.has(connection.socket)) return;
    const { setup, realtimeInput, clientContent, toolResponse } = message;
    if (realtimeInput === undefined) this.messages.push(message);
    if (!connection.isSetUp) this.#setUp(connection, objectAt(setup));
    else if (realtimeInput !== undefined) this.#hear(connection, objectAt(objectAt(realtimeInput)['audio']));
    else if (clientContent !== undefined) this.#content(connection, objectAt(clientContent));
    else if (toolResponse !== undefined) this.#toolResponse(connection, objectAt(toolResponse));
    else connection.socket.close(1007, 'Request contains an invalid argument.');
  }

  #setUp(connection: Connection, setup: Record<string, unknown>): void {
    const handle = objectAt(setup['sessionResumption'])['handle'];
    const modalities = objectAt(setup['generationConfig'])['responseModalities'];
    const isKnown = handle === undefined || /^handle_\d+$/.test(String(handle));
    const declared = objectsAt(setup['tools']).flatMap((tool) => objectsAt(tool['functionDeclarations']));
    const isReadable = declared.every(({ parameters }) => parameters === undefined || isSchema(parameters));
    const isAudio = String(modalities) === 'AUDIO';
    if (typeof setup['model'] !== 'string' || !isAudio || !isKnown || !isReadable) {
      connection.socket.close(1007, 'Request contains an invalid argument.');
      return;
    }
    for (const { name, parameters } of declared) {
      connection.functions.set(String(name), Object.keys(objectAt(objectAt(parameters)['properties'])));
    }
    connection.isSetUp = true;
    this.#send(connection, { setupComplete: {} });
    this.#sendHandle(connection);
  }

  #hear(connection: Connection, audio: Record<string, unknown>): void {
    const bytes = Buffer.from(String(audio['data']), 'base64');
    const ms = bytes.length / 2 / 16;
    let isLoud = false;
    for (let at = 0; at + 1 < bytes.length; at += 2) isLoud ||= Math.abs(bytes.readInt16LE(at)) > LOUD;
    connection.loudMs = isLoud ? connection.loudMs + ms : 0;
    connection.silentMs = isLoud ? 0 : connection.silentMs + ms;
    if (!connection.isSpeaking && connection.loudMs >= 100) {
      connection.isSpeaking = true;
      this.#interrupt(connection);
    } else if (connection.isSpeaking && connection.silentMs >= 400) {
      connection.isSpeaking = false;
      for (const text of (this.heard.shift() ?? '').match(/\S+\s*/g) ?? []) {
        this.#send(connection, { serverContent: { inputTranscription: { text } } });
      }
      this.#answer(connection);
    }
  }

  /** Interrupts the answer because the customer speaks. */
  #interrupt(connection: Connection): void {
    if (connection.openCalls.size > 0) {
      this.#send(connection, { toolCallCancellation: { ids: [...connection.openCalls] } });
      connection.openCalls.clear();
    }
    if (!connection.isEndless) return;
    connection.isEndless = false;
    this.#send(connection, { serverContent: { interrupted: true } });
    this.#send(connection, { serverContent: { turnComplete: true } });
  }

  #content(connection: Connection, content: Record<string, unknown>): void {
    if (content['turnComplete'] !== true) return;
    if (connection.isEndless)
      this.#send(connection, { serverContent: { interrupted: true, turnComplete: true } });
    connection.isEndless = false;
    this.#answer(connection);
  }

  #toolResponse(connection: Connection, response: Record<string, unknown>): void {
    const responses = objectsAt(response['functionResponses']);
    for (const { id } of responses) connection.openCalls.delete(String(id));
    const isSilent = responses.some(({ scheduling }) => scheduling === 'SILENT');
    if (connection.openCalls.size === 0 && !isSilent) this.#answer(connection);
  }

  #answer(connection: Connection): void {
    const turn = this.turns.shift() ?? { nothing: true as const };
    if ('mute' in turn) return;
    const text = 'say' in turn ? turn.say : 'endless' in turn ? turn.endless : null;
    if (text !== null) this.#speak(connection, text, turn);
    if ('endless' in turn) {
      connection.isEndless = true;
      return;
    }
    if ('call' in turn && turn.call !== undefined) {
      this.#ids += 1;
      const id = `call_${this.#ids}`;
      connection.openCalls.add(id);
      this.#send(connection, {
        toolCall: { functionCalls: [{ id, name: turn.call, args: argumentsOf(connection, turn) }] },
      });
      return;
    }
    if (text !== null) this.#send(connection, { serverContent: { generationComplete: true } });
    this.#send(connection, {
      serverContent: { turnComplete: true },
      usageMetadata: { promptTokenCount: 20, responseTokenCount: 10, totalTokenCount: 30 },
    });
    this.#sendHandle(connection);
  }

  #speak(connection: Connection, text: string, turn: LiveTurn): void {
    const { audioMs = text.length * 50, hz } = 'say' in turn || 'endless' in turn ? turn : {};
    const words = text.match(/\S+\s*/g) ?? [];
    for (let ms = 0; ms < audioMs; ms += CHUNK_MS) {
      const bytes = soundOf(Math.min(CHUNK_MS, audioMs - ms), hz);
      const data = Buffer.from(bytes).toString('base64');
      const word = words.shift();
      this.#send(connection, {
        serverContent: {
          modelTurn: { parts: [{ inlineData: { mimeType: 'audio/pcm;rate=24000', data } }] },
          ...(word !== undefined && { outputTranscription: { text: word } }),
        },
      });
    }
    for (const word of words)
      this.#send(connection, { serverContent: { outputTranscription: { text: word } } });
  }

  #sendHandle(connection: Connection): void {
    this.#ids += 1;
    this.#send(connection, {
      sessionResumptionUpdate: { newHandle: `handle_${this.#ids}`, resumable: true },
    });
  }

  #send({ socket }: Connection, message: Record<string, unknown>): void {
    socket.send(Buffer.from(JSON.stringify(message)));
  }
}

const SCHEMA_WORDS = new Set([
  'type',
  'description',
  'enum',
  'required',
  'properties',
  'items',
  'nullable',
  'anyOf',
  'minimum',
  'maximum',
  'minLength',
  'maxLength',
  'pattern',
]);

/** Checks a schema as Gemini does: unknown keywords and objects without properties are rejected. */
function isSchema(value: unknown): boolean {
  const schema = objectAt(value);
  const properties = Object.values(objectAt(schema['properties']));
  const parts = [...properties, ...objectsAt(schema['anyOf']), ...objectsAt([schema['items']])];
  const isKnown = Object.keys(schema).every((word) => SCHEMA_WORDS.has(word));
  return isKnown && (schema['type'] !== 'OBJECT' || properties.length > 0) && parts.every(isSchema);
}

/** The arguments of a tool call, limited to the parameters that the model was shown. */
function argumentsOf({ functions }: Connection, turn: LiveTurn): LiveArguments {
  const { call = '', args = {} } = 'call' in turn ? turn : {};
  if (typeof args === 'string') return args;
  const known = functions.get(call) ?? [];
  return Object.fromEntries(Object.entries(args).filter(([name]) => known.includes(name)));
}

function soundOf(ms: number, hz: number | undefined): Uint8Array {
  if (hz === undefined) return Buffer.alloc(ms * 24 * 2, 7);
  return pcmBytes(pureTone({ hz, ms, sampleRateHz: 24_000 }));
}
