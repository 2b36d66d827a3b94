import { meterFill } from '../audio/audio-samples.ts';
import { type CallAudio, openCallAudio } from '../audio/call-audio.ts';
import type { AudioProgress } from '../audio/worklet-messages.ts';
import { CallError } from '../errors/call-error.ts';
import { type CallEvents, type CallLevels, CallListeners } from './call-events.ts';
import { CallSocket } from './call-socket.ts';
import {
  type CallChange,
  type CallEnd,
  type CallRole,
  type CallSnapshot,
  type CallState,
  NEW_CALL,
  nextCall,
} from './call-state.ts';
import {
  MAX_TYPED_CHARACTERS,
  type ReceivedMessage,
  readMessage,
  SAMPLE_RATE_HZ,
  type SentMessage,
} from './protocol.ts';
import { type CallUrl, requestCall } from './request-call.ts';

export interface CallOptions {
  /**
   * The `media_url` of `POST /user/calls/web`, or a function that asks your server for it and returns the URL or the
   * response. The function is called when the microphone is open: the URL must be used within a minute.
   */
  url: CallUrl;
  /** Device id of the microphone; by default the browser's choice. `false` for a call without a microphone. */
  microphone?: boolean | string | undefined;
  /** Device id of the speaker; by default the browser's choice. */
  speaker?: string | undefined;
  /** Without a microphone or speaker, continue as text instead of failing. False by default. */
  textFallback?: boolean | undefined;
  /** Ends the call when aborted, also while it is being connected. */
  signal?: AbortSignal | undefined;
  /** URL of the audio worklet, if your bundler does not copy it. */
  workletUrl?: string | undefined;
  /** `caller` or `phone` for calls of the sandbox. */
  role?: CallRole | undefined;
}

/** A call between the page and an assistant. */
export interface Call {
  readonly state: CallState;
  readonly isMuted: boolean;
  readonly levels: CallLevels;
  /** The whole call except the levels, for rendering. */
  readonly snapshot: CallSnapshot;
  /** @returns a function that removes the listener */
  on<Name extends keyof CallEvents>(name: Name, listener: (data: CallEvents[Name]) => void): () => void;
  mute(isMuted: boolean): void;
  /** Types a message, which the assistant answers like speech. Only the first 2,000 characters are sent, and no blank text. */
  sendText(text: string): void;
  /** Presses keys: digits, `*`, `#` and A to D. */
  sendDigits(digits: string): void;
  /** Changes the microphone. @throws CallError */
  setMicrophone(deviceId: string): Promise<void>;
  /** Changes the speaker; in Chromium only. @throws CallError */
  setSpeaker(deviceId: string): Promise<void>;
  /** Answers or declines a call to a sandbox phone. */
  answer(): void;
  decline(): void;
  hangUp(): void;
}

/** Upload backlog beyond which microphone audio is dropped instead of sent late: one second. */
const MAX_WAITING_BYTES = SAMPLE_RATE_HZ * 2;
const PLAYED_EVERY_MS = 100;
/** How long the last words may play after the end. */
const LAST_WORDS_MS = 5_000;
const SILENCE: CallLevels = { microphone: 0, speaker: 0 };
const KEYS = /^[0-9*#A-D]+$/;

/**
 * Starts a call. Call it from a user gesture, such as a click, which browsers require for audio.
 * @returns the call when it is connected
 * @throws CallError if it cannot be connected, or the reason of `signal`
 */
export async function startCall(options: CallOptions): Promise<Call> {
  options.signal?.throwIfAborted();
  const call = openCall(options);
  const end = await new Promise<CallEnd | null>((resolve) => {
    // The first change of the state is the connection or the end.
    const stop = call.on('state', () => {
      stop();
      resolve(call.snapshot.end);
    });
  });
  if (end === null) return call;
  options.signal?.throwIfAborted();
  throw end.error ?? new CallError('refused', end.message);
}

/** Starts a call, which is `connecting` at first. */
export function openCall(options: CallOptions): Call {
  const call = new PageCall(options);
  void call.begin();
  return call;
}

class PageCall implements Call {
  readonly #options: CallOptions;
  readonly #role: CallRole;
  readonly #listeners = new CallListeners();
  #snapshot = NEW_CALL;
  #levels = SILENCE;
  #socket: CallSocket | null = null;
  #audio: CallAudio | null = null;
  #reportedAtMs = 0;
  /** Audio received in all, and before the current connection. */
  #receivedMs = 0;
  #receivedBeforeMs = 0;
  #isAnswering = false;

  constructor(options: CallOptions) {
    this.#options = options;
    this.#role = options.role ?? 'web';
    options.signal?.addEventListener('abort', () => this.hangUp(), { once: true });
  }

  async begin(): Promise<void> {
    try {
      // A phone that only waits needs no audio.
      if (this.#role !== 'phone') await this.#openAudio();
      if (this.#hasEnded()) return;
      const url = await requestCall(this.#options.url);
      if (!this.#hasEnded()) this.#connect(url);
    } catch (error) {
      this.#fail(asCallError(error));
    }
  }

  get state(): CallState {
    return this.#snapshot.state;
  }

  get isMuted(): boolean {
    return this.#snapshot.microphone === 'muted';
  }

  get levels(): CallLevels {
    return this.#levels;
  }

  get snapshot(): CallSnapshot {
    return this.#snapshot;
  }

  on<Name extends keyof CallEvents>(name: Name, listener: (data: CallEvents[Name]) => void): () => void {
    return this.#listeners.on(name, listener);
  }

  mute(isMuted: boolean): void {
    const { microphone } = this.#snapshot;
    if (microphone !== 'on' && microphone !== 'muted') return;
    this.#audio?.mute(isMuted);
    this.#change({ type: 'microphone', state: isMuted ? 'muted' : 'on' });
  }

  sendText(text: string): void {
    const sent = text.trim().slice(0, MAX_TYPED_CHARACTERS);
    if (sent === '') return;
    this.#send({ type: 'typed', text: sent });
    this.#change({ type: 'typed', text: sent });
  }

  sendDigits(digits: string): void {
    if (!KEYS.test(digits)) throw new RangeError(`"${digits}" contains characters that are not keys.`);
    for (const digit of digits) this.#send({ type: 'digit', digit });
    this.#change({ type: 'pressed', digits });
  }

  async setMicrophone(deviceId: string): Promise<void> {
    const wasMuted = this.isMuted;
    await this.#audio?.openMicrophone(deviceId);
    this.#change({ type: 'microphone', state: wasMuted ? 'muted' : 'on' });
  }

  async setSpeaker(deviceId: string): Promise<void> {
    await this.#audio?.setSpeaker(deviceId);
  }

  answer(): void {
    if (this.#isAnswering || this.state !== 'ringing') return;
    this.#isAnswering = true;
    this.#openAudio()
      .then(
        () => {
          // The caller may have hung up while the browser asked for the microphone.
          if (this.state === 'ringing') this.#send({ type: 'answer' });
          else this.#audio?.close();
        },
        (error: unknown) => this.#audioFailed(asCallError(error)),
      )
      .finally(() => {
        this.#isAnswering = false;
      });
  }

  decline(): void {
    this.#send({ type: 'reject' });
    this.#change({ type: 'declined' });
  }

  hangUp(): void {
    if (this.state !== 'waiting') this.#send({ type: 'hang-up' });
    this.#end({ reason: 'hung-up', message: 'You hung up.', error: null });
    this.#audio?.close();
  }

  /** @throws CallError, unless the call continues as text */
  async #openAudio(): Promise<void> {
    try {
      await this.#openDevices();
    } catch (error) {
      if (this.#options.textFallback !== true) throw error;
      this.#audioFailed(asCallError(error));
    }
    if (this.#hasEnded()) this.#audio?.close();
  }

  async #openDevices(): Promise<void> {
    const { microphone = true, speaker, workletUrl } = this.#options;
    const audio = await openCallAudio({
      rateHz: SAMPLE_RATE_HZ,
      captured: (samples) => this.#captured(samples),
      progress: (progress) => this.#progressed(progress),
      workletUrl,
    });
    this.#audio = audio;
    if (this.#hasEnded()) return;
    if (speaker !== undefined) {
      // The call continues on the default speaker.
      await audio.setSpeaker(speaker).catch((error) => this.#listeners.emit('error', asCallError(error)));
    }
    if (microphone === false) return;
    this.#change({ type: 'microphone', state: 'asking' });
    await audio.openMicrophone(microphone === true ? undefined : microphone);
    this.#change({ type: 'microphone', state: 'on' });
  }

  #audioFailed(error: CallError): void {
    this.#change({ type: 'audio-failed', error });
    this.#listeners.emit('error', error);
  }

  /** @throws CallError */
  #connect(url: string): void {
    try {
      this.#socket = new CallSocket(url, {
        received: (data) => this.#take(data),
        broke: () => this.#change({ type: 'broke' }),
        closed: ({ isReplaced }) => this.#closed(isReplaced),
      });
    } catch (cause) {
      // For example, a page over HTTPS cannot connect to `ws:`.
      throw new CallError('connection-failed', `The browser cannot connect to ${url}.`, { cause });
    }
  }

  #closed(isReplaced: boolean): void {
    if (isReplaced) {
      this.#end({ reason: 'moved', message: 'The call continues on another page.', error: null });
    } else if (this.state === 'connecting') {
      // Browsers do not reveal the response that refused the connection.
      const message = 'The call couldn’t be connected. Try again.';
      this.#fail(new CallError('connection-failed', message));
    } else {
      const message = 'The connection was lost. Check your network, then call again.';
      this.#fail(new CallError('connection-lost', message));
    }
  }

  #take(data: unknown): void {
    if (data instanceof ArrayBuffer) {
      const samples = new Int16Array(data);
      this.#receivedMs += samples.length / (SAMPLE_RATE_HZ / 1000);
      this.#audio?.play(samples);
      return;
    }
    const message = readMessage(String(data));
    if (message === null) return;
    if (message.type === 'ready') this.#connected(message.resume ?? null);
    if (message.type === 'clear') this.#audio?.clear();
    this.#change({ type: 'received', message, atMs: Date.now() });
    this.#announce(message);
  }

  /** A connection can carry the call. Audio of an earlier one that was not played is sent again. */
  #connected(resumeToken: string | null): void {
    this.#receivedBeforeMs = this.#receivedMs;
    this.#audio?.clear();
    this.#socket?.ready(resumeToken);
  }

  #announce(message: ReceivedMessage): void {
    if (message.type === 'transcript') {
      const speaker = message.sender === 'bot' ? 'assistant' : 'user';
      this.#listeners.emit('transcript', { speaker, text: message.text });
    } else if (message.type === 'tool') this.#listeners.emit('tool', { name: message.name });
    else if (message.type === 'digits') this.#listeners.emit('digits', { digits: message.digits });
    else if (message.type === 'transferred') this.#listeners.emit('transferred', {});
  }

  #progressed({ inputLevel, outputLevel, playedMs, waitingMs }: AudioProgress): void {
    if (this.state === 'ended') {
      if (waitingMs === 0) this.#audio?.close();
      return;
    }
    this.#levels = { microphone: meterFill(inputLevel), speaker: meterFill(outputLevel) };
    this.#listeners.emit('level', this.#levels);
    const nowMs = performance.now();
    if (nowMs - this.#reportedAtMs < PLAYED_EVERY_MS || this.state !== 'live') return;
    this.#reportedAtMs = nowMs;
    const played = { type: 'played', ms: Math.max(0, playedMs - this.#receivedBeforeMs) } as const;
    this.#socket?.sendNow(JSON.stringify(played satisfies SentMessage));
  }

  #captured(samples: Int16Array): void {
    if (this.state !== 'live' || this.#socket === null) return;
    if (this.#socket.waitingBytes < MAX_WAITING_BYTES) this.#socket.sendNow(asBytes(samples));
  }

  #send(message: SentMessage): void {
    this.#socket?.send(JSON.stringify(message));
  }

  /** Unlike a comparison of `state`, checked again after each await. */
  #hasEnded(): boolean {
    return this.state === 'ended';
  }

  #fail(error: CallError): void {
    this.#end({ reason: 'failed', message: error.message, error });
  }

  #end(end: CallEnd): void {
    this.#change({ type: 'ended', end, atMs: Date.now() });
  }

  #change(change: CallChange): void {
    const before = this.#snapshot;
    this.#snapshot = nextCall(before, change, this.#role);
    if (this.#snapshot === before) return;
    const { state, end } = this.#snapshot;
    if (end !== null) this.#release();
    this.#listeners.emit('change', this.#snapshot);
    if (state !== before.state) this.#listeners.emit('state', state);
    if (end === null) return;
    if (end.error !== null) this.#listeners.emit('error', end.error);
    this.#listeners.emit('ended', end);
  }

  /** Plays the remaining audio, then releases the audio devices. */
  #release(): void {
    this.#socket?.close();
    this.#audio?.mute(true);
    this.#levels = SILENCE;
    this.#listeners.emit('level', SILENCE);
    setTimeout(() => this.#audio?.close(), LAST_WORDS_MS);
  }
}

function asCallError(error: unknown): CallError {
  if (error instanceof CallError) return error;
  return new CallError('audio-failed', 'The browser could not open its audio devices.', { cause: error });
}

/** Copies samples only when their buffer is shared. */
function asBytes(samples: Int16Array): Int16Array<ArrayBuffer> {
  return samples.buffer instanceof ArrayBuffer ? new Int16Array(samples.buffer) : samples.slice();
}
