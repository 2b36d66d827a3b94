import type { Clock } from '../../../core/clock.ts';
import type { Offers, VoiceOffer } from '../../interfaces/offers.ts';
import type { VendorConfig } from '../../interfaces/provider-config.ts';
import type {
  RealtimeEvent,
  RealtimeModel,
  RealtimeOptions,
  RealtimeSession,
} from '../../interfaces/realtime-model.ts';
import { later } from '../../kit/later.ts';
import { AudioDecoder } from '../../kit/speech/decode-audio.ts';
import { LiveConnection } from './live-connection.ts';
import type { LiveMessage } from './read-message.ts';

const DEFAULT_BASE_URL = 'https://generativelanguage.googleapis.com/v1beta';
const DEFAULT_MODELS = ['gemini-3.8-live', 'gemini-3.1-flash-live-preview'];

/** Some of Google's voices, by name. Google publishes no other data about them. */
const VOICES = ['Kore', 'Puck', 'Charon', 'Aoede', 'Fenrir', 'Leda', 'Orus', 'Zephyr', 'Sulafat', 'Achird'];

/** Google's realtime models over the Gemini Live API. Connects only when a call opens a session. */
export function googleLiveModels(config: VendorConfig, clock: Clock): RealtimeModel[] {
  const url = liveUrl(config.baseUrl ?? DEFAULT_BASE_URL);
  const headers = { 'x-goog-api-key': config.apiKey };
  return modelsOf(config).map((model) => ({
    id: `google/${model}`,
    rates: () => ({ inputRateHz: 16_000, outputRateHz: 24_000 }),
    open: (options, listener) => new LiveSession({ url, headers, clock, model }, options, listener),
  }));
}

/** The same models and their voices for the catalog. */
export function googleLiveOffers(config: VendorConfig): Offers {
  const models = modelsOf(config).flatMap((model) =>
    (['multimodal', 'dualplex'] as const).map((kind) => ({ kind, code: `google/${model}`, name: model })),
  );
  const voices = VOICES.map(
    (name): VoiceOffer => ({
      code: `google-live/${name}`,
      name: `${name}, realtime`,
      language: null,
      gender: null,
      accent: null,
      age: null,
      modes: ['multimodal'],
      synthesizer: null,
    }),
  );
  return { models, speechProviders: [], voices: models.length === 0 ? [] : voices };
}

/** The WebSocket URL. Its path contains the API version with which the base URL ends. */
function liveUrl(baseUrl: string): string {
  const root = baseUrl.replace(/^http/, 'ws').replace(/\/+$/, '');
  const version = /\/(v\d\w*)$/.exec(root)?.[1];
  const host = version === undefined ? root : root.slice(0, -version.length - 1);
  return `${host}/ws/google.ai.generativelanguage.${version ?? 'v1beta'}.GenerativeService.BidiGenerateContent`;
}

function modelsOf(config: VendorConfig): readonly string[] {
  return config.realtimeModels ?? DEFAULT_MODELS;
}

/** The transcript of the last words may arrive after their audio. */
const LATE_WORDS_MS = 200;
const MAX_OPEN_CALLS = 64;

interface OpenCall {
  name: string;
  /** True for a call from a lost connection. */
  isOrphan: boolean;
  /** The reply that made it; null if it has no words. */
  itemId: string | null;
}

interface LiveSessionDeps {
  url: string;
  headers: Record<string, string>;
  clock: Clock;
  model: string;
}

/**
 * One session of the Gemini Live API. The API cannot truncate unheard output, so the next request tells the model in
 * words what an interruption cut off.
 */
class LiveSession implements RealtimeSession {
  readonly #clock: Clock;
  readonly #options: RealtimeOptions;
  readonly #listener: (event: RealtimeEvent) => void;
  readonly #connection: LiveConnection;
  readonly #decoder = new AudioDecoder('pcm16');
  readonly #ending = later();
  /** Unanswered tool calls. */
  readonly #calls = new Map<string, OpenCall>();
  #isReady = false;
  #turns = 0;
  /** The current reply. */
  #itemId: string | null = null;
  /** Suppressed output: the current reply, or one that was requested and has not started. */
  #muted: 'item' | 'request' | null = null;
  /** The server has yet to report the end of the interrupted turn. */
  #awaitsTurnEnd = false;
  /** The reply that was requested and has not started. */
  #request: { instruction: string | null } | null = null;
  #heard = '';
  #unheardNote: string | null = null;

  constructor(deps: LiveSessionDeps, options: RealtimeOptions, listener: (event: RealtimeEvent) => void) {
    this.#clock = deps.clock;
    this.#options = options;
    this.#listener = listener;
    this.#connection = new LiveConnection({
      ...deps,
      options,
      message: (message) => this.#receive(message),
      moved: () => this.#moved(),
      lost: (error) => this.#listener({ type: 'failed', error, fatal: true }),
    });
  }

  sendAudio(samples: Int16Array): void {
    const bytes = Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength);
    // Built without JSON.stringify for speed: this runs fifty times a second per call, and base64 needs no escaping.
    this.#connection.sendText(
      `{"realtimeInput":{"audio":{"mimeType":"audio/pcm;rate=16000","data":"${bytes.toString('base64')}"}}}`,
    );
  }

  read(text: string): void {
    this.#content('user', text, false);
  }

  respond(instruction: string | null): void {
    this.#request = { instruction };
    // The current reply continues until the server reports the interruption.
    if (this.#muted === 'request') this.#muted = null;
    const note = [this.#unheardNote, instruction].filter((text) => text !== null).join(' ');
    this.#unheardNote = null;
    if (note === '') this.#connection.send({ clientContent: { turnComplete: true } });
    else this.#content('user', `[${note}]`, true);
  }

  addAssistantText(text: string): void {
    this.#content('model', text, false);
  }

  toolResult(callId: string, output: unknown, isAwaited: boolean): void {
    const call = this.#calls.get(callId);
    if (call === undefined) return;
    this.#calls.delete(callId);
    if (!call.isOrphan) this.#sendResult(callId, { name: call.name, output, isAwaited });
    else if (isAwaited) {
      const answer = typeof output === 'string' ? output : JSON.stringify(output);
      this.respond(`The function ${call.name} returned ${answer}. Tell the customer.`);
    }
    // The model does not continue after the words before the call, and does not report the end of its turn.
    const isLast = ![...this.#calls.values()].some(({ itemId }) => itemId === call.itemId);
    if (!isAwaited && isLast && call.itemId === this.#itemId) this.#endItem();
  }

  #sendResult(
    id: string,
    { name, output, isAwaited }: { name: string; output: unknown; isAwaited: boolean },
  ): void {
    const response = { id, name, response: { output } };
    this.#connection.send({
      toolResponse: { functionResponses: [isAwaited ? response : { ...response, scheduling: 'SILENT' }] },
    });
  }

  interrupt(itemId: string | null, heard: { audioMs: number; text: string }): void {
    const isCurrent = itemId === this.#itemId;
    if (isCurrent && itemId !== null) this.#muted = 'item';
    else if (isCurrent && this.#request !== null) this.#muted = 'request';
    if (isCurrent) {
      this.#ending.stop();
      this.#itemId = null;
    }
    if (itemId === null) {
      this.#request = null;
      return;
    }
    this.#unheardNote =
      heard.text === ''
        ? 'The customer interrupted you and heard nothing of your last answer.'
        : `The customer interrupted you and heard only: ${JSON.stringify(heard.text)}.`;
  }

  close(): void {
    this.#ending.stop();
    this.#connection.close();
  }

  #content(role: 'user' | 'model', text: string, turnComplete: boolean): void {
    this.#connection.send({ clientContent: { turns: [{ role, parts: [{ text }] }], turnComplete } });
  }

  #receive(message: LiveMessage): void {
    if (message.isSetUp && !this.#isReady) {
      this.#isReady = true;
      this.#listener({ type: 'ready' });
    }
    if (message.heard !== '') this.#addCustomerText(message.heard);
    for (const id of message.canceledCalls) {
      if (this.#calls.delete(id)) this.#listener({ type: 'tool-call-canceled', callId: id });
    }
    if (message.audio.length > 0 || message.replyText !== '') this.#addReply(message);
    for (const call of message.calls) {
      if (this.#calls.size >= MAX_OPEN_CALLS) continue;
      this.#endCustomerTurn();
      this.#calls.set(call.callId, { name: call.name, isOrphan: false, itemId: this.#itemId });
      this.#listener({ type: 'tool-call', ...call });
    }
    if (message.isInterrupted) this.#interrupted();
    if (message.isGenerated && this.#options.output === 'text') {
      this.#ending.after(this.#clock, LATE_WORDS_MS, () => this.#endItem());
    }
    if (message.usage !== null) this.#listener({ type: 'usage', usage: message.usage, audioMs: null });
    if (message.isTurnComplete) this.#endTurn();
    else if (message.goAway !== null && this.#isIdle) this.#connection.idle();
  }

  get #isIdle(): boolean {
    return this.#itemId === null && this.#request === null && this.#calls.size === 0 && this.#heard === '';
  }

  #addCustomerText(text: string): void {
    if (this.#heard === '') this.#listener({ type: 'customer-speech-started' });
    this.#heard += text;
    this.#listener({ type: 'customer-interim', text: this.#heard.trim() });
  }

  /** The model replies, so the customer's turn is complete. */
  #endCustomerTurn(): void {
    const text = this.#heard.trim();
    this.#heard = '';
    if (text === '') return;
    this.#listener({ type: 'customer-speech-stopped' });
    this.#listener({ type: 'customer-text', text, language: null });
  }

  #addReply({ audio, replyText }: LiveMessage): void {
    if (this.#muted !== null) return;
    if (this.#itemId === null) {
      this.#endCustomerTurn();
      this.#turns += 1;
      this.#itemId = `turn_${this.#turns}`;
      this.#request = null;
      this.#awaitsTurnEnd = false;
      this.#listener({ type: 'reply-started', itemId: this.#itemId });
    }
    const itemId = this.#itemId;
    if (replyText !== '') this.#listener({ type: 'text-delta', itemId, text: replyText });
    if (this.#options.output === 'text') return;
    for (const data of audio) {
      const samples = this.#decoder.decode(Buffer.from(data, 'base64'));
      if (samples.length > 0) this.#listener({ type: 'audio', itemId, samples });
    }
  }

  #interrupted(): void {
    // Report the speech before its transcript arrives. Our own requests interrupt too, but are not customer speech.
    const isOurRequest = this.#request !== null;
    if (this.#heard === '' && !isOurRequest) this.#listener({ type: 'customer-speech-started' });
    this.#muted = null;
    this.#awaitsTurnEnd = true;
    this.#endItem();
  }

  #endTurn(): void {
    const isOfOldTurn = this.#awaitsTurnEnd || this.#muted === 'item';
    this.#muted = null;
    this.#awaitsTurnEnd = false;
    if (!isOfOldTurn) {
      this.#endCustomerTurn();
      if (this.#itemId === null && this.#request !== null && this.#calls.size === 0) this.#endEmpty();
    }
    this.#endItem();
    if (this.#isIdle) this.#connection.idle();
  }

  #endItem(): void {
    this.#ending.stop();
    const itemId = this.#itemId;
    this.#itemId = null;
    if (itemId !== null) this.#listener({ type: 'reply-ended', itemId });
  }

  /** An empty reply is still a reply that the call waits for. */
  #endEmpty(): void {
    this.#request = null;
    this.#turns += 1;
    const itemId = `turn_${this.#turns}`;
    this.#listener({ type: 'reply-started', itemId });
    this.#listener({ type: 'reply-ended', itemId });
  }

  /** The new connection knows the conversation, but not the running reply. */
  #moved(): void {
    this.#muted = null;
    this.#awaitsTurnEnd = false;
    for (const call of this.#calls.values()) call.isOrphan = true;
    if (this.#request !== null) this.respond(this.#request.instruction);
    else if (this.#calls.size === 0) this.#endItem();
  }
}
