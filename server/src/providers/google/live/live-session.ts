import type { Clock } from '../../../core/clock.ts';
import type { RealtimeEvent, RealtimeOptions, RealtimeSession } from '../../interfaces/realtime-model.ts';
import { later } from '../../kit/later.ts';
import { AudioDecoder } from '../../kit/speech/decode-audio.ts';
import { LiveConnection } from './live-connection.ts';
import type { LiveMessage } from './read-message.ts';

/** The transcript of the last words may come after the end of their sound. */
const LATE_WORDS_MS = 200;
const MOST_OPEN_CALLS = 64;

export interface LiveSessionDeps {
  url: string;
  headers: Record<string, string>;
  clock: Clock;
  model: string;
}

/**
 * One session of the Gemini Live interface. It has no way of cutting what was not heard: what an interruption left
 * unheard is told to the model in words with the next wish.
 */
export class LiveSession implements RealtimeSession {
  readonly #clock: Clock;
  readonly #options: RealtimeOptions;
  readonly #listener: (event: RealtimeEvent) => void;
  readonly #connection: LiveConnection;
  readonly #decoder = new AudioDecoder('pcm16');
  readonly #ending = later();
  /** Functions that were called and not answered; `isOrphan`: by a connection that is gone. */
  readonly #calls = new Map<string, { name: string; isOrphan: boolean }>();
  #isReady = false;
  #turns = 0;
  /** What the model says just now. */
  #itemId: string | null = null;
  /** Of what nothing more is wanted: what the model says just now, or a wish that it has not begun to fulfil. */
  #muted: 'item' | 'wish' | null = null;
  /** The end of the turn that was interrupted is still to come. */
  #isEndDue = false;
  /** What was asked for and not begun. */
  #wish: { instruction: string | null } | null = null;
  #heard = '';
  #unheardNote: string | null = null;

  constructor(deps: LiveSessionDeps, options: RealtimeOptions, listener: (event: RealtimeEvent) => void) {
    this.#clock = deps.clock;
    this.#options = options;
    this.#listener = listener;
    this.#connection = new LiveConnection({
      ...deps,
      options,
      message: (message) => this.#take(message),
      moved: () => this.#moved(),
      lost: (error) => this.#listener({ type: 'failed', error, fatal: true }),
    });
  }

  hear(samples: Int16Array): void {
    const bytes = Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength);
    // Not by JSON.stringify: this runs fifty times a second for every call, and base64 needs no escapes.
    this.#connection.sendText(
      `{"realtimeInput":{"audio":{"mimeType":"audio/pcm;rate=16000","data":"${bytes.toString('base64')}"}}}`,
    );
  }

  read(text: string): void {
    this.#content('user', text, false);
  }

  respond(instruction: string | null): void {
    this.#wish = { instruction };
    // What was being said goes on until the server says that it was interrupted.
    if (this.#muted === 'wish') this.#muted = null;
    const said = [this.#unheardNote, instruction].filter((text) => text !== null).join(' ');
    this.#unheardNote = null;
    if (said === '') this.#connection.send({ clientContent: { turnComplete: true } });
    else this.#content('user', `[${said}]`, true);
  }

  addAssistantText(text: string): void {
    this.#content('model', text, false);
  }

  toolResult(callId: string, output: unknown, isAwaited: boolean): void {
    const call = this.#calls.get(callId);
    if (call === undefined) return;
    this.#calls.delete(callId);
    if (call.isOrphan) {
      const answer = typeof output === 'string' ? output : JSON.stringify(output);
      if (isAwaited) this.respond(`The function ${call.name} answered ${answer}. Tell the customer.`);
      return;
    }
    const response = { id: callId, name: call.name, response: { output } };
    this.#connection.send({
      toolResponse: { functionResponses: [isAwaited ? response : { ...response, scheduling: 'SILENT' }] },
    });
  }

  interrupt(itemId: string | null, heard: { audioMs: number; text: string }): void {
    const isUnderWay = itemId === this.#itemId;
    if (isUnderWay && itemId !== null) this.#muted = 'item';
    else if (isUnderWay && this.#wish !== null) this.#muted = 'wish';
    if (isUnderWay) {
      this.#ending.stop();
      this.#itemId = null;
    }
    if (itemId === null) {
      this.#wish = null;
      return;
    }
    this.#unheardNote =
      heard.text === ''
        ? 'The customer interrupted you and heard nothing of what you said last.'
        : `The customer interrupted you and heard only: ${JSON.stringify(heard.text)}.`;
  }

  close(): void {
    this.#ending.stop();
    this.#connection.close();
  }

  #content(role: 'user' | 'model', text: string, turnComplete: boolean): void {
    this.#connection.send({ clientContent: { turns: [{ role, deps: [{ text }] }], turnComplete } });
  }

  #take(message: LiveMessage): void {
    if (message.isSetUp && !this.#isReady) {
      this.#isReady = true;
      this.#listener({ type: 'ready' });
    }
    if (message.heard !== '') this.#customerSaid(message.heard);
    for (const id of message.cancelledCalls) {
      if (this.#calls.delete(id)) this.#listener({ type: 'tool-call-cancelled', callId: id });
    }
    if (message.audio.length > 0 || message.said !== '') this.#modelSays(message);
    for (const call of message.calls) {
      if (this.#calls.size >= MOST_OPEN_CALLS) continue;
      this.#customerIsOver();
      this.#calls.set(call.callId, { name: call.name, isOrphan: false });
      this.#listener({ type: 'tool-call', ...call });
    }
    if (message.isInterrupted) this.#interrupted();
    if (message.isGenerated && this.#options.output === 'text') {
      this.#ending.after(this.#clock, LATE_WORDS_MS, () => this.#endItem());
    }
    if (message.usage !== null) this.#listener({ type: 'usage', usage: message.usage, audioMs: null });
    if (message.isTurnOver) this.#turnOver();
    else if (message.goAway !== null && this.#isIdle) this.#connection.idle();
  }

  get #isIdle(): boolean {
    return this.#itemId === null && this.#wish === null && this.#calls.size === 0 && this.#heard === '';
  }

  #customerSaid(text: string): void {
    if (this.#heard === '') this.#listener({ type: 'customer-speech-started' });
    this.#heard += text;
    this.#listener({ type: 'customer-interim', text: this.#heard.trim() });
  }

  /** The model answers: what the customer said is said. */
  #customerIsOver(): void {
    const text = this.#heard.trim();
    this.#heard = '';
    if (text === '') return;
    this.#listener({ type: 'customer-speech-stopped' });
    this.#listener({ type: 'customer-text', text, language: null });
  }

  #modelSays({ audio, said }: LiveMessage): void {
    if (this.#muted !== null) return;
    if (this.#itemId === null) {
      this.#customerIsOver();
      this.#turns += 1;
      this.#itemId = `turn_${this.#turns}`;
      this.#wish = null;
      this.#isEndDue = false;
      this.#listener({ type: 'reply-started', itemId: this.#itemId });
    }
    const itemId = this.#itemId;
    if (said !== '') this.#listener({ type: 'text-delta', itemId, text: said });
    if (this.#options.output === 'text') return;
    for (const data of audio) {
      const samples = this.#decoder.decode(Buffer.from(data, 'base64'));
      if (samples.length > 0) this.#listener({ type: 'audio', itemId, samples });
    }
  }

  #interrupted(): void {
    // The words of who interrupts may come later than the fact; a wish of ours interrupts as well, and is nobody's speech.
    const isByWish = this.#wish !== null;
    if (this.#heard === '' && !isByWish) this.#listener({ type: 'customer-speech-started' });
    this.#muted = null;
    this.#isEndDue = true;
    this.#endItem();
  }

  #turnOver(): void {
    const isOfAnother = this.#isEndDue || this.#muted === 'item';
    this.#muted = null;
    this.#isEndDue = false;
    if (!isOfAnother) {
      this.#customerIsOver();
      if (this.#itemId === null && this.#wish !== null && this.#calls.size === 0) this.#endEmpty();
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

  /** An answer without a word is one nevertheless: somebody waits for it. */
  #endEmpty(): void {
    this.#wish = null;
    this.#turns += 1;
    const itemId = `turn_${this.#turns}`;
    this.#listener({ type: 'reply-started', itemId });
    this.#listener({ type: 'reply-ended', itemId });
  }

  /** The new connection knows the conversation, but not what was under way. */
  #moved(): void {
    this.#muted = null;
    this.#isEndDue = false;
    for (const call of this.#calls.values()) call.isOrphan = true;
    if (this.#wish !== null) this.respond(this.#wish.instruction);
    else if (this.#calls.size === 0) this.#endItem();
  }
}
