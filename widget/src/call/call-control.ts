import type { Call, startCall } from '../../../sdk/web/src/web.ts';
import type { ChatServer } from '../server/parley-server.ts';

/** Visible state of a call. */
export interface ShownCall {
  state: 'connecting' | 'live' | 'microphone-refused' | 'failed';
  isMuted: boolean;
  /** The latest words of either side. */
  words: string;
}

interface CallDeps {
  /** Origin of the script. */
  origin: string;
  assistantId: string;
  server: ChatServer;
  /** Variables of the prompt. */
  variables(): Record<string, unknown>;
  onChange(call: ShownCall | null): void;
}

type StartCall = typeof startCall;

/** A voice call with the assistant. Its code is loaded by the first call. */
export class CallControl {
  readonly #deps: CallDeps;
  #ending: AbortController | null = null;
  #call: Call | null = null;
  #shown: ShownCall | null = null;

  constructor(deps: CallDeps) {
    this.#deps = deps;
  }

  /** Call it from a click, which browsers require for audio. */
  async start(): Promise<void> {
    if (this.#ending !== null) return;
    const ending = new AbortController();
    this.#ending = ending;
    this.#show({ state: 'connecting', isMuted: false, words: '' });
    try {
      const start = await loadStartCall(this.#deps.origin);
      const { server, assistantId, variables } = this.#deps;
      const url = () => server.openCall({ assistantId, variables: variables() });
      const call = await start({ url, signal: ending.signal });
      this.#follow(call, ending);
    } catch (error) {
      if (this.#ending !== ending) return;
      this.#ending = null;
      const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
      const isMicrophone = code.startsWith('microphone-') || code === 'insecure-page';
      this.#show({ state: isMicrophone ? 'microphone-refused' : 'failed', isMuted: false, words: '' });
    }
  }

  toggleMute(): void {
    if (this.#call === null || this.#shown === null) return;
    this.#call.mute(!this.#shown.isMuted);
    this.#show({ ...this.#shown, isMuted: !this.#shown.isMuted });
  }

  /** Also dismisses the notice about a failed call. */
  end(): void {
    this.#call?.hangUp();
    this.#ending?.abort();
    this.#close();
  }

  #follow(call: Call, ending: AbortController): void {
    if (this.#ending !== ending) {
      call.hangUp();
      return;
    }
    this.#call = call;
    this.#show({ state: 'live', isMuted: false, words: '' });
    call.on('transcript', ({ text }) => {
      if (this.#shown !== null) this.#show({ ...this.#shown, words: text });
    });
    call.on('state', (state) => {
      if (this.#shown === null || state === 'ended') return;
      this.#show({ ...this.#shown, state: state === 'live' ? 'live' : 'connecting' });
    });
    call.on('ended', () => {
      if (this.#ending === ending) this.#close();
    });
  }

  #close(): void {
    this.#ending = null;
    this.#call = null;
    this.#show(null);
  }

  #show(call: ShownCall | null): void {
    this.#shown = call;
    this.#deps.onChange(call);
  }
}

async function loadStartCall(origin: string): Promise<StartCall> {
  const file: unknown = await import(/* @vite-ignore */ `${origin}/widget-call.js`);
  if (!hasStartCall(file)) throw new TypeError('The code for calls could not be loaded.');
  return file.startCall;
}

function hasStartCall(file: unknown): file is { startCall: StartCall } {
  return (
    typeof file === 'object' && file !== null && 'startCall' in file && typeof file.startCall === 'function'
  );
}
