import type { Clock } from '../../../core/clock.ts';
import { isJsonObject } from '../../interfaces/json.ts';
import type { JsonSchema, ToolDescription } from '../../interfaces/language-model.ts';
import { ProviderError } from '../../interfaces/provider-error.ts';
import type { RealtimeOptions } from '../../interfaces/realtime-model.ts';
import { later } from '../../kit/later.ts';
import { VendorSocket } from '../../kit/vendor-socket.ts';
import { type LiveMessage, readLiveMessage } from './read-message.ts';

const VENDOR = 'Google';
/** Consecutive lost connections before the session fails; a connection that lasted resets the count. */
const MAX_LOSSES = 3;
const HEALTHY_MS = 30_000;
/** We reconnect this long before the server closes the connection. */
const LEAVE_EARLY_MS = 1_000;
/** A session that does not start within this time has failed, because a caller is waiting. */
const SETUP_TIMEOUT_MS = 8_000;
const PING_AFTER_MS = 5_000;

export interface LiveConnectionDeps {
  url: string;
  headers: Record<string, string>;
  clock: Clock;
  model: string;
  options: RealtimeOptions;
  message(message: LiveMessage): void;
  /** The session continues over a new connection; a running reply is lost. */
  moved(): void;
  lost(error: ProviderError): void;
}

/**
 * One session over successive connections: servers close connections after some minutes and announce it, and a session
 * is resumed with the handle that they sent.
 */
export class LiveConnection {
  readonly #deps: LiveConnectionDeps;
  readonly #leaving = later();
  readonly #opening = later();
  #socket: VendorSocket;
  #handle: string | null = null;
  #losses = 0;
  #setUpMs: number | null = null;
  #isToMove = false;

  constructor(deps: LiveConnectionDeps) {
    this.#deps = deps;
    this.#socket = this.#connect();
  }

  send(message: Record<string, unknown>): void {
    this.#socket.send(JSON.stringify(message));
  }

  sendText(message: string): void {
    this.#socket.send(message);
  }

  /** Call when no reply is running: a good moment to reconnect, if needed. */
  idle(): void {
    if (this.#isToMove && this.#handle !== null) this.#move();
  }

  close(): void {
    this.#leaving.stop();
    this.#opening.stop();
    this.#socket.close();
  }

  #connect(): VendorSocket {
    const { url, headers, clock, model, options } = this.#deps;
    const receive = (text: string): void => {
      const message = readLiveMessage(text);
      if (message !== null && socket === this.#socket) this.#receive(message);
    };
    const socket: VendorSocket = new VendorSocket(
      { vendor: VENDOR, url, headers, clock, pingAfterMs: PING_AFTER_MS },
      {
        opened: () => {},
        text: receive,
        // This server sends JSON in binary messages.
        bytes: (bytes) => receive(Buffer.from(bytes).toString()),
        lost: (error) => socket === this.#socket && this.#lose(error),
      },
    );
    socket.send(JSON.stringify(liveSetup(model, options, this.#handle)));
    this.#opening.after(clock, SETUP_TIMEOUT_MS, () => {
      socket.close();
      this.#lose(new ProviderError('timeout', `${VENDOR} did not start the session in time.`));
    });
    return socket;
  }

  #receive(message: LiveMessage): void {
    if (message.isSetUp) {
      this.#setUpMs = this.#deps.clock.monotonicMs();
      this.#opening.stop();
    }
    if (message.handle !== null) this.#handle = message.handle;
    if (message.goAway !== null) this.#goAway(message.goAway.inMs);
    this.#deps.message(message);
  }

  #goAway(inMs: number | null): void {
    this.#isToMove = true;
    if (inMs === null) return;
    this.#leaving.after(this.#deps.clock, Math.max(0, inMs - LEAVE_EARLY_MS), () => this.idle());
  }

  #lose(error: ProviderError): void {
    const wasHealthy = this.#setUpMs !== null && this.#deps.clock.monotonicMs() - this.#setUpMs >= HEALTHY_MS;
    this.#losses = wasHealthy ? 1 : this.#losses + 1;
    const mayGoOn = this.#handle !== null && error.code !== 'rejected' && this.#losses <= MAX_LOSSES;
    if (mayGoOn) this.#move();
    else {
      this.#leaving.stop();
      this.#opening.stop();
      this.#deps.lost(error);
    }
  }

  #move(): void {
    this.#isToMove = false;
    this.#leaving.stop();
    this.#setUpMs = null;
    const before = this.#socket;
    this.#socket = this.#connect();
    before.close();
    this.#deps.moved();
  }
}

/** Audio before the detected start that counts as speech. */
const PREFIX_PADDING_MS = 100;

/** The first message of a connection. @param handle resumes a session; null for a new one */
export function liveSetup(
  model: string,
  options: RealtimeOptions,
  handle: string | null,
): Record<string, unknown> {
  const { instructions, tools, temperature, voice } = options;
  const text = [instructions, ...speedInstruction(options)].join('\n\n');
  return {
    setup: {
      model: `models/${model}`,
      generationConfig: {
        // These models only output audio; its transcript is the text.
        responseModalities: ['AUDIO'],
        temperature,
        ...(options.output === 'audio' &&
          voice !== null && {
            speechConfig: { voiceConfig: { prebuiltVoiceConfig: { voiceName: voice } } },
          }),
      },
      systemInstruction: { parts: [{ text }] },
      ...(tools.length > 0 && { tools: [{ functionDeclarations: tools.map(declaration) }] }),
      realtimeInputConfig: { automaticActivityDetection: activityDetection(options) },
      inputAudioTranscription: {},
      outputAudioTranscription: {},
      sessionResumption: handle === null ? {} : { handle },
      // Without compression, an audio session ends after a quarter of an hour.
      contextWindowCompression: { slidingWindow: {} },
    },
  };
}

function declaration({ name, description, parameters: schema }: ToolDescription): Record<string, unknown> {
  const parameters = functionSchema(schema);
  // The reply depends on the tool's result.
  return { name, description, ...(parameters !== null && { parameters }), behavior: 'BLOCKING' };
}

/** The vendor has no speed setting, but its models follow instructions. Smaller changes are inaudible. */
const AUDIBLE_CHANGE = 0.05;

function speedInstruction({ output, speed }: RealtimeOptions): string[] {
  if (output !== 'audio' || Math.abs(speed - 1) < AUDIBLE_CHANGE) return [];
  const percent = Math.round(speed * 100);
  return [`Speak ${speed < 1 ? 'more slowly' : 'faster'} than usual, at ${percent}% of your normal speed.`];
}

/** The vendor has two sensitivities: a threshold in the upper half requires clearer speech. */
function activityDetection({
  turnDetectionThreshold,
  endpointSilenceMs,
  hasSemanticTurns,
}: RealtimeOptions): Record<string, unknown> {
  return {
    // The vendor's semantic detection, which waits if a turn does not sound finished.
    ...(hasSemanticTurns && { endOfSpeechSensitivity: 'END_SENSITIVITY_LOW' }),
    ...(turnDetectionThreshold !== null && {
      startOfSpeechSensitivity:
        turnDetectionThreshold > 0.5 ? 'START_SENSITIVITY_LOW' : 'START_SENSITIVITY_HIGH',
    }),
    prefixPaddingMs: PREFIX_PADDING_MS,
    ...(endpointSilenceMs !== null && { silenceDurationMs: Math.round(endpointSilenceMs) }),
  };
}

/** Keywords that both dialects share. */
const SHARED_KEYWORDS = [
  'description',
  'enum',
  'required',
  'minimum',
  'maximum',
  'minLength',
  'maxLength',
  'pattern',
];

/**
 * Converts a JSON Schema to Google's dialect, a subset of OpenAPI's: the realtime models ignore `parametersJsonSchema`,
 * and an unknown keyword ends the session. Null without parameters, because Google expects no schema in this case.
 * Source: ai.google.dev/api/caching#Schema
 */
export function functionSchema(schema: JsonSchema): Record<string, unknown> | null {
  const { properties } = schema;
  if (!isJsonObject(properties) || Object.keys(properties).length === 0) return null;
  return converted(schema);
}

function converted(schema: JsonSchema): Record<string, unknown> {
  const { type, properties, items, anyOf } = schema;
  const types = [type].flat().filter((one) => typeof one === 'string');
  const [name] = types.filter((one) => one !== 'null');
  return {
    ...(name !== undefined && { type: name.toUpperCase() }),
    ...(types.includes('null') && { nullable: true }),
    ...Object.fromEntries(SHARED_KEYWORDS.flatMap((key) => (key in schema ? [[key, schema[key]]] : []))),
    ...(isJsonObject(properties) && {
      properties: Object.fromEntries(
        Object.entries(properties).flatMap(([key, value]) =>
          isJsonObject(value) ? [[key, converted(value)]] : [],
        ),
      ),
    }),
    ...(isJsonObject(items) && { items: converted(items) }),
    ...(Array.isArray(anyOf) && { anyOf: anyOf.filter(isJsonObject).map(converted) }),
  };
}
