import type { BROWSER_SAMPLE_RATE_HZ } from '#contract/browser-call.ts';
import { type CallSound, openCallSound } from '../call-audio/call-sound.ts';
import { startRingTone } from '../call-audio/ring-tone.ts';
import type { SoundProgress } from '../call-audio/worklet-messages.ts';
import { CallSocket } from './call-socket.ts';
import {
  type CallChange,
  type CallRole,
  type CallView,
  newCall,
  nextCall,
  type SentMessage,
} from './call-state.ts';
import { readCallMessage } from './read-message.ts';

export interface Levels {
  microphone: number;
  loudspeaker: number;
}

/** A call running in the page until it is closed. */
export interface LiveCall {
  subscribe(listener: () => void): () => void;
  view(): CallView;
  /** Separate from other changes, because levels change many times a second. */
  subscribeLevels(listener: () => void): () => void;
  levels(): Levels;
  type(text: string): void;
  press(digit: string): void;
  setMuted(isMuted: boolean): void;
  /** Answers an incoming call of the phone. */
  answer(): void;
  reject(): void;
  hangUp(): void;
  /** Ends the call silently, when its component unmounts. */
  close(): void;
}

export interface LiveCallOptions {
  role: CallRole;
  /** Requests the call. @returns the URL of its WebSocket */
  open: () => Promise<string>;
  /** False if there is no speech-to-text, so that the user types. */
  transcribesSpeech: boolean;
  describeError: (error: unknown) => string;
}

/** The contract's value, without importing its schemas. */
const RATE_HZ: typeof BROWSER_SAMPLE_RATE_HZ = 16_000;
/** Upload backlog beyond which microphone audio is dropped instead of sent late. */
const MAX_WAITING_BYTES = RATE_HZ * 2;
const PLAYED_EVERY_MS = 100;
/** How long the last words may play after the end. */
const LAST_WORDS_MS = 5_000;
const SILENCE: Levels = { microphone: 0, loudspeaker: 0 };

/** Starts a call. Call it from a user gesture, which browsers require for audio. */
export function startCall(options: LiveCallOptions): LiveCall {
  const call = new PageCall(options);
  void call.begin();
  return call;
}

class PageCall implements LiveCall {
  readonly #options: LiveCallOptions;
  readonly #listeners = new Set<() => void>();
  readonly #levelListeners = new Set<() => void>();
  #view: CallView;
  #levels = SILENCE;
  #socket: CallSocket | null = null;
  #sound: CallSound | null = null;
  #stopRinging: () => void = () => undefined;
  #toldPlayedAtMs = 0;
  /** Audio received in all, and before the current connection. */
  #receivedMs = 0;
  #receivedBeforeMs = 0;
  #isAnswering = false;
  #isClosed = false;

  constructor(options: LiveCallOptions) {
    this.#options = options;
    this.#view = newCall(options.role);
  }

  async begin(): Promise<void> {
    // A phone that only waits needs no audio.
    if (this.#options.role !== 'phone') await this.#openSound();
    if (this.#isOver()) return;
    try {
      const address = await this.#options.open();
      if (!this.#isOver()) this.#connect(address);
    } catch (error) {
      this.#over(this.#options.describeError(error));
    }
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  subscribeLevels(listener: () => void): () => void {
    this.#levelListeners.add(listener);
    return () => this.#levelListeners.delete(listener);
  }

  view = (): CallView => this.#view;
  levels = (): Levels => this.#levels;

  type(text: string): void {
    this.#send({ type: 'typed', text });
    this.#change({ type: 'typed', text });
  }

  press(digit: string): void {
    this.#send({ type: 'digit', digit });
    this.#change({ type: 'pressed', digit });
  }

  setMuted(isMuted: boolean): void {
    if (this.#view.microphone !== 'on' && this.#view.microphone !== 'muted') return;
    this.#sound?.setMicrophone(!isMuted);
    this.#change({ type: 'microphone', state: isMuted ? 'muted' : 'on' });
  }

  answer(): void {
    if (this.#isAnswering) return;
    this.#isAnswering = true;
    void this.#openSound().then(() => {
      this.#isAnswering = false;
      // The caller may have hung up while the browser asked for the microphone.
      if (this.#view.phase === 'ringing') this.#send({ type: 'answer' });
      else this.#sound?.close();
    });
  }

  reject(): void {
    this.#send({ type: 'reject' });
    this.#change({ type: 'declined' });
    this.#entered();
  }

  hangUp(): void {
    this.#send({ type: 'hang-up' });
    this.#over('You hung up.');
    this.#sound?.close();
  }

  close(): void {
    this.#isClosed = true;
    this.#over('The call was closed.');
    this.#sound?.close();
  }

  async #openSound(): Promise<void> {
    try {
      this.#sound = await openCallSound({
        rateHz: RATE_HZ,
        captured: (samples) => this.#say(samples),
        progress: (progress) => this.#progressed(progress),
      });
    } catch (error) {
      this.#change({ type: 'sound-failed', error: this.#options.describeError(error) });
    }
    await this.#openMicrophone();
    if (this.#isOver()) this.#sound?.close();
  }

  async #openMicrophone(): Promise<void> {
    if (this.#sound === null || !this.#options.transcribesSpeech || this.#isOver()) return;
    this.#change({ type: 'microphone', state: 'asking' });
    try {
      await this.#sound.openMicrophone();
      this.#change({ type: 'microphone', state: 'on' });
    } catch (error) {
      this.#change({ type: 'sound-failed', error: this.#options.describeError(error) });
    }
  }

  #connect(address: string): void {
    this.#socket = new CallSocket(address, {
      received: (data) => this.#take(data),
      broke: () => this.#change({ type: 'broke' }),
      closed: ({ isReplaced }) => this.#over(this.#closeReason(isReplaced)),
    });
  }

  #closeReason(isReplaced: boolean): string {
    if (isReplaced) return 'The call continues on another page.';
    return this.#view.phase === 'connecting'
      ? 'The call couldn’t be connected. Try again.'
      : 'The connection was lost.';
  }

  #take(data: unknown): void {
    if (data instanceof ArrayBuffer) {
      const samples = new Int16Array(data);
      this.#receivedMs += samples.length / (RATE_HZ / 1000);
      this.#sound?.play(samples);
      return;
    }
    const message = readCallMessage(String(data));
    if (message === null) return;
    if (message.type === 'ready') this.#begun(message.resume ?? null);
    if (message.type === 'clear') this.#sound?.clear();
    const before = this.#view.phase;
    this.#change({ type: 'received', message, atMs: Date.now() });
    if (before !== this.#view.phase) this.#entered();
  }

  /** A connection can carry the call. Audio of an earlier one that was not played is sent again. */
  #begun(resumeToken: string | null): void {
    this.#receivedBeforeMs = this.#receivedMs;
    this.#sound?.clear();
    this.#socket?.ready(resumeToken);
  }

  /** Runs after each change of the phase. */
  #entered(): void {
    const { phase } = this.#view;
    this.#stopRinging();
    this.#stopRinging = () => undefined;
    if (phase === 'ringing' || phase === 'calling') this.#stopRinging = startRingTone(phase);
    if (phase === 'ended') this.#letGo();
  }

  #progressed(progress: SoundProgress): void {
    this.#levels = { microphone: progress.inputLevel, loudspeaker: progress.outputLevel };
    for (const listener of this.#levelListeners) listener();
    if (this.#view.phase === 'ended') {
      if (progress.waitingMs === 0) this.#sound?.close();
      return;
    }
    const nowMs = performance.now();
    if (nowMs - this.#toldPlayedAtMs < PLAYED_EVERY_MS || this.#view.phase !== 'live') return;
    this.#toldPlayedAtMs = nowMs;
    const played = { type: 'played', ms: Math.max(0, progress.playedMs - this.#receivedBeforeMs) } as const;
    this.#socket?.sendNow(JSON.stringify(played satisfies SentMessage));
  }

  #say(samples: Int16Array): void {
    if (this.#view.phase !== 'live' || this.#socket === null) return;
    if (this.#socket.waitingBytes < MAX_WAITING_BYTES) this.#socket.sendNow(asBytes(samples));
  }

  #send(message: SentMessage): void {
    this.#socket?.send(JSON.stringify(message));
  }

  /** Whether the call has ended or was closed. */
  #isOver(): boolean {
    return this.#isClosed || this.#view.phase === 'ended';
  }

  #over(reason: string): void {
    if (this.#view.phase === 'ended') return;
    this.#change({ type: 'closed', reason, atMs: Date.now() });
    this.#entered();
  }

  /** Plays the remaining audio, then releases the audio devices. */
  #letGo(): void {
    this.#socket?.close();
    this.#sound?.setMicrophone(false);
    this.#levels = SILENCE;
    setTimeout(() => this.#sound?.close(), LAST_WORDS_MS);
  }

  #change(change: CallChange): void {
    const before = this.#view;
    this.#view = nextCall(before, change);
    if (this.#view === before) return;
    for (const listener of this.#listeners) listener();
  }
}

/** Copies samples only when their buffer is shared. */
function asBytes(samples: Int16Array): Int16Array<ArrayBuffer> {
  return samples.buffer instanceof ArrayBuffer ? new Int16Array(samples.buffer) : samples.slice();
}
