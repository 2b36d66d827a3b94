import type { CallError } from '../errors/call-error.ts';
import type { CallEnd, CallSnapshot, CallState } from './call-state.ts';

/** Audio levels from 0 to 1 as a meter shows them (decibels, silence below -60 dB). Speech is above 0.35. */
export interface CallLevels {
  microphone: number;
  speaker: number;
}

/** The data of each event. */
export interface CallEvents {
  state: CallState;
  /** A finished utterance; for the assistant, the part that was played. */
  transcript: { speaker: 'assistant' | 'user'; text: string };
  /** The assistant used a tool. */
  tool: { name: string };
  /** The assistant pressed keys. */
  digits: { digits: string };
  /** The user was transferred to another person. */
  transferred: Record<string, never>;
  /** Twenty times a second. */
  level: CallLevels;
  /** The last event. */
  ended: CallEnd;
  /** A problem with the audio, or the reason why the call failed. */
  error: CallError;
  /** Anything but the levels changed. */
  change: CallSnapshot;
}

type Listeners = { readonly [Name in keyof CallEvents]: Set<(data: CallEvents[Name]) => void> };

export class CallListeners {
  readonly #listeners: Listeners = {
    state: new Set(),
    transcript: new Set(),
    tool: new Set(),
    digits: new Set(),
    transferred: new Set(),
    level: new Set(),
    ended: new Set(),
    error: new Set(),
    change: new Set(),
  };

  on<Name extends keyof CallEvents>(name: Name, listener: (data: CallEvents[Name]) => void): () => void {
    const listeners = this.#listeners[name];
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }

  /** An exception of a listener is reported like any uncaught one, and does not affect the call. */
  emit<Name extends keyof CallEvents>(name: Name, data: CallEvents[Name]): void {
    for (const listener of this.#listeners[name]) {
      try {
        listener(data);
      } catch (error) {
        reportError(error);
      }
    }
  }
}
