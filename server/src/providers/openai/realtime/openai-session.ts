import type { Clock } from '../../../core/clock.ts';
import { ProviderError, type ProviderErrorCode } from '../../interfaces/provider-error.ts';
import type { RealtimeEvent, RealtimeOptions, RealtimeSession } from '../../interfaces/realtime-model.ts';
import { later } from '../../kit/later.ts';
import { AudioDecoder } from '../../kit/speech/decode-audio.ts';
import { VendorSocket } from '../../kit/vendor-socket.ts';
import { readServerEvent, type ServerEvent, type WrittenCall } from './read-event.ts';
import { Responses } from './responses.ts';
import { sessionUpdate } from './session-update.ts';
import { encodeAudio, type WireAudio, wireAudio } from './wire-audio.ts';

const VENDOR = 'OpenAI';
/** A caller is waiting: a session that has not started after this time has failed. */
const READY_TIMEOUT_MS = 8_000;
const PING_AFTER_MS = 5_000;
/** Error code of a request while the server is already replying to the customer. */
const IS_BUSY = 'conversation_already_has_active_response';

export interface OpenAiSessionDeps {
  url: string;
  headers: Record<string, string>;
  clock: Clock;
}

/** One session of OpenAI's Realtime API over a WebSocket. */
export class OpenAiSession implements RealtimeSession {
  readonly #options: RealtimeOptions;
  readonly #listener: (event: RealtimeEvent) => void;
  readonly #socket: VendorSocket;
  readonly #wire: WireAudio;
  readonly #decoder: AudioDecoder;
  readonly #responses = new Responses();
  readonly #calls = new FunctionCalls();
  readonly #opening = later();
  #isReady = false;
  /** The interim transcript of the customer's speech. */
  #interim = { itemId: '', text: '' };
  /** A reply request that waits until the server is free. */
  #pendingReply: { instruction: string | null } | null = null;
  /** The last request sent to the server; null once it is no longer needed. */
  #asked: { name: string; instruction: string | null } | null = null;
  #requestCount = 0;

  constructor(deps: OpenAiSessionDeps, options: RealtimeOptions, listener: (event: RealtimeEvent) => void) {
    this.#options = options;
    this.#listener = listener;
    this.#wire = wireAudio(options.callRateHz);
    this.#decoder = new AudioDecoder(this.#wire.encoding);
    this.#socket = new VendorSocket(
      { vendor: VENDOR, ...deps, pingAfterMs: PING_AFTER_MS },
      {
        opened: () => {},
        text: (message) => this.#receive(message),
        lost: (error) => this.#fail(error),
      },
    );
    this.#send(sessionUpdate(options));
    this.#opening.after(deps.clock, READY_TIMEOUT_MS, () => {
      this.#socket.close();
      this.#fail(new ProviderError('timeout', `${VENDOR} did not start the session in time.`));
    });
  }

  sendAudio(samples: Int16Array): void {
    // Built without JSON.stringify for speed: this runs fifty times a second per call, and base64 needs no escaping.
    const audio = encodeAudio(samples, this.#wire.encoding);
    this.#socket.send(`{"type":"input_audio_buffer.append","audio":"${audio}"}`);
  }

  read(text: string): void {
    this.#send(customerItem(text));
  }

  respond(instruction: string | null): void {
    this.#pendingReply = { instruction };
    this.#cancelUnstartedReply();
    this.#ask();
  }

  addAssistantText(text: string): void {
    this.#send(assistantItem(text));
  }

  toolResult(callId: string, output: unknown, isAwaited: boolean): void {
    const verdict = this.#calls.answered(callId, isAwaited);
    if (verdict === 'unknown') return;
    this.#send(functionOutputItem(callId, output));
    if (verdict === 'go-on') this.respond(null);
  }

  interrupt(itemId: string | null, heard: { audioMs: number; text: string }): void {
    if (itemId === null) [this.#pendingReply, this.#asked] = [null, null];
    if (this.#responses.cancel(itemId)) this.#send({ type: 'response.cancel' });
    const soundMs = itemId === null ? null : this.#responses.audioMsOf(itemId);
    if (itemId === null || soundMs === null) return;
    if (this.#options.output === 'text') this.#rewrite(itemId, heard.text);
    // The server rejects a truncation beyond the item's length.
    else this.#truncate(itemId, Math.min(Math.floor(heard.audioMs), Math.floor(soundMs)));
  }

  close(): void {
    this.#opening.stop();
    this.#socket.close();
  }

  #truncate(itemId: string, audioMs: number): void {
    this.#send({
      type: 'conversation.item.truncate',
      item_id: itemId,
      content_index: 0,
      audio_end_ms: Math.max(0, audioMs),
    });
  }

  /** Text items cannot be truncated, so the heard words replace them. */
  #rewrite(itemId: string, text: string): void {
    if (text !== '') this.#send({ ...assistantItem(text), previous_item_id: itemId });
    this.#send({ type: 'conversation.item.delete', item_id: itemId });
  }

  /** An instruction cancels a reply that the server started on its own and that has no output yet. */
  #cancelUnstartedReply(): void {
    const isInstructed = this.#pendingReply !== null && this.#pendingReply.instruction !== null;
    if (isInstructed && this.#responses.cancelUnstarted()) this.#send({ type: 'response.cancel' });
  }

  #ask(): void {
    if (this.#pendingReply === null || this.#responses.isBusy) return;
    const { instruction } = this.#pendingReply;
    this.#pendingReply = null;
    this.#requestCount += 1;
    const requestName = `wish_${this.#requestCount}`;
    this.#responses.asked(requestName);
    this.#asked = { name: requestName, instruction };
    // Instructions of a response replace the session's.
    const instructions = `${this.#options.instructions}\n\n# Now\n${instruction}`;
    this.#send({
      type: 'response.create',
      event_id: requestName,
      response: { metadata: { wish: requestName }, ...(instruction !== null && { instructions }) },
    });
  }

  #receive(message: string): void {
    const event = readServerEvent(message);
    if (event !== null) this.#take(event);
  }

  #take(event: ServerEvent): void {
    switch (event.type) {
      case 'updated':
        if (!this.#isReady) this.#listener({ type: 'ready' });
        this.#isReady = true;
        this.#opening.stop();
        return;
      case 'speech-started':
        this.#listener({ type: 'customer-speech-started' });
        return;
      case 'speech-stopped':
        this.#listener({ type: 'customer-speech-stopped' });
        return;
      case 'transcript-delta':
      case 'transcript':
        this.#transcribed(event);
        return;
      case 'response-created':
        if (!this.#responses.created(event.responseId, event.requestName))
          this.#send({ type: 'response.cancel' });
        else if (event.requestName === null) this.#cancelUnstartedReply();
        return;
      case 'response-done':
        this.#done(event);
        return;
      case 'error':
        this.#refused(event);
        return;
      default:
        this.#answer(event);
    }
  }

  #transcribed(event: Extract<ServerEvent, { type: 'transcript-delta' | 'transcript' }>): void {
    const { itemId } = event;
    const before = this.#interim.itemId === itemId ? this.#interim.text : '';
    if (event.type === 'transcript') {
      this.#interim = { itemId: '', text: '' };
      this.#listener({ type: 'customer-text', text: event.text ?? before, language: null });
      return;
    }
    this.#interim = { itemId, text: before + event.text };
    this.#listener({ type: 'customer-interim', text: this.#interim.text });
  }

  #answer(event: Extract<ServerEvent, { type: 'item-added' | 'audio' | 'text' | 'call' }>): void {
    const response = this.#responses.of(event.responseId);
    if (response === null) return;
    if (event.type === 'call') {
      this.#call(event.call, response.calls);
      return;
    }
    const { itemId } = event;
    if (this.#responses.item(response, itemId)) this.#listener({ type: 'reply-started', itemId });
    if (event.type === 'text') this.#listener({ type: 'text-delta', itemId, text: event.text });
    if (event.type !== 'audio' || this.#options.output === 'text') return;
    const samples = this.#decoder.decode(Buffer.from(event.base64, 'base64'));
    this.#responses.addAudio(itemId, (samples.length / this.#wire.outputRateHz) * 1000);
    if (samples.length > 0) this.#listener({ type: 'audio', itemId, samples });
  }

  #call(call: WrittenCall, told: Set<string>): void {
    if (told.has(call.callId)) return;
    told.add(call.callId);
    this.#calls.called(call.callId);
    this.#listener({ type: 'tool-call', ...call });
  }

  #done({ responseId, status, calls, usage, reason }: Extract<ServerEvent, { type: 'response-done' }>): void {
    const response = this.#responses.done(responseId);
    this.#listener({ type: 'usage', usage, audioMs: null });
    if (status === 'failed') {
      const code = reason ?? 'unknown';
      if (isFatalError(code)) {
        this.#endSession(code);
        return;
      }
      // No more events of this response's items follow. An end event would mean a complete reply.
      if (response !== null) this.#failAnswer(code);
    } else if (response !== null) {
      if (status === 'completed') for (const call of calls) this.#call(call, response.calls);
      for (const itemId of response.items) this.#listener({ type: 'reply-ended', itemId });
      const isEmpty = response.items.length === 0 && response.calls.size === 0;
      if (isEmpty && reason !== 'turn_detected') this.#endEmpty(responseId);
    }
    this.#ask();
  }

  /** An empty reply is still a reply that the call waits for. */
  #endEmpty(responseId: string): void {
    this.#listener({ type: 'reply-started', itemId: responseId });
    this.#listener({ type: 'reply-ended', itemId: responseId });
  }

  #refused({ code, eventId, isServers }: Extract<ServerEvent, { type: 'error' }>): void {
    if (isFatalError(code) || (!this.#isReady && !isServers)) {
      this.#endSession(code);
      return;
    }
    if (eventId === null) return;
    const asked = eventId === this.#asked?.name ? this.#asked : null;
    const isOpen = eventId === this.#responses.requestedName;
    if (isOpen) this.#responses.refused();
    // Busy: the server has already started a reply to the customer. That satisfies the request, unless it had an
    // instruction.
    if (code !== IS_BUSY) {
      if (isOpen) this.#failAnswer(code);
    } else if (asked !== null && asked.instruction !== null && !this.#responses.hasStarted) {
      this.#pendingReply ??= asked;
      this.#cancelUnstartedReply();
      this.#ask();
    }
  }

  #endSession(code: string): void {
    this.#socket.close();
    this.#fail(new ProviderError(codeOfError(code), `${VENDOR} ended the session: ${code}.`));
  }

  #failAnswer(code: string): void {
    const error = new ProviderError(codeOfError(code), `${VENDOR} could not answer: ${code}.`);
    this.#listener({ type: 'failed', error, fatal: false });
  }

  #fail(error: ProviderError): void {
    this.#opening.stop();
    this.#listener({ type: 'failed', error, fatal: true });
  }

  #send(message: Record<string, unknown>): void {
    this.#socket.send(JSON.stringify(message));
  }
}

const LIMITS = new Set(['rate_limit_exceeded', 'insufficient_quota', 'too_many_requests']);
const BROKEN = new Set([
  'server_error',
  'internal_error',
  'session_expired',
  'service_unavailable',
  'unknown',
]);
/** Errors after which the server closes the session. */
const FATAL = new Set(['session_expired', 'invalid_api_key', 'insufficient_quota', 'model_not_found']);

/** Maps OpenAI's error code to ours, which decides about retries. */
function codeOfError(code: string): ProviderErrorCode {
  if (LIMITS.has(code)) return code === 'insufficient_quota' ? 'rejected' : 'rate-limited';
  return BROKEN.has(code) ? 'unavailable' : 'rejected';
}

function isFatalError(code: string): boolean {
  return FATAL.has(code);
}

/** Limit of open calls, for a model that never stops calling. */
const MAX_OPEN_CALLS = 64;

/** Open tool calls; after the last result, the model may continue. */
class FunctionCalls {
  readonly #open = new Set<string>();
  #isAwaited = false;

  called(callId: string): void {
    if (this.#open.size < MAX_OPEN_CALLS) this.#open.add(callId);
  }

  answered(callId: string, isAwaited: boolean): 'unknown' | 'wait' | 'go-on' {
    if (!this.#open.delete(callId)) return 'unknown';
    this.#isAwaited ||= isAwaited;
    if (this.#open.size > 0) return 'wait';
    const isToGoOn = this.#isAwaited;
    this.#isAwaited = false;
    return isToGoOn ? 'go-on' : 'wait';
  }
}

/** Messages that add items to the conversation. */

function customerItem(text: string): Record<string, unknown> {
  return {
    type: 'conversation.item.create',
    item: { type: 'message', role: 'user', content: [{ type: 'input_text', text }] },
  };
}

function assistantItem(text: string): Record<string, unknown> {
  return {
    type: 'conversation.item.create',
    item: { type: 'message', role: 'assistant', content: [{ type: 'output_text', text }] },
  };
}

function functionOutputItem(callId: string, output: unknown): Record<string, unknown> {
  return {
    type: 'conversation.item.create',
    item: {
      type: 'function_call_output',
      call_id: callId,
      output: typeof output === 'string' ? output : JSON.stringify(output ?? null),
    },
  };
}
