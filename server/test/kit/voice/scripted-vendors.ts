import { type GeminiLiveServer, type LiveTurn, startGeminiLiveServer } from '../gemini-live-server.ts';
import type { RealtimeTurn } from '../openai-realtime-response.ts';
import { type OpenAiRealtimeServer, startOpenAiRealtimeServer } from '../openai-realtime-server.ts';

/**
 * A scripted response of a realtime model, for any vendor. `hz` is the pitch of the voice, by which tests recognize it.
 */
export type VendorTurn =
  | { say: string; audioMs?: number; hz?: number; call?: string; arguments?: Record<string, unknown> }
  | { call: string; arguments: Record<string, unknown> }
  /** Speaks endlessly without further words. */
  | { stall: string; audioMs?: number; hz?: number }
  /** Fails with this code after these words; OpenAI only. */
  | { fail: string; say?: string; audioMs?: number; hz?: number }
  | { nothing: true }
  | { mute: true };

/** A vendor simulator for realtime models. */
export interface ScriptedVendor {
  script(...turns: VendorTurn[]): void;
  hears(...texts: string[]): void;
  /** Closes all connections abruptly. */
  drop(): void;
  /** Refuses the next connections with these statuses. */
  refuse(...statuses: number[]): void;
  /** The last connection stays open but ignores all input. */
  deafen(): void;
  /** Clears the script and refusals. */
  forget(): void;
  /** Number of connection attempts so far. */
  asked(): number;
  /** Number of open connections. */
  open(): number;
  /** All client messages except audio, as JSON. */
  told(): string;
  /** Environment variables for its URL, and catalog codes of its model and a voice. */
  environment: Record<string, string>;
  model: string;
  voice: string;
  close(): Promise<void>;
}

export async function startScriptedOpenAi(): Promise<ScriptedVendor> {
  const server: OpenAiRealtimeServer = await startOpenAiRealtimeServer();
  return {
    ...shared(server),
    script: (...turns) => server.script(...turns.map(openAiTurn)),
    environment: {
      OPENAI_API_KEY: 'key',
      OPENAI_BASE_URL: `${server.url.replace('ws', 'http')}/v1`,
      PARLEY_OPENAI_REALTIME_MODELS: 'gpt-x',
      PARLEY_OPENAI_SPEECH_MODEL: 'off',
      PARLEY_OPENAI_TRANSCRIPTION_MODEL: 'off',
    },
    model: 'gpt-x',
    voice: 'Marin',
  };
}

export async function startScriptedGemini(): Promise<ScriptedVendor> {
  const server: GeminiLiveServer = await startGeminiLiveServer();
  return {
    ...shared(server),
    script: (...turns) => server.script(...turns.map(liveTurn)),
    environment: {
      GEMINI_API_KEY: 'key',
      GOOGLE_BASE_URL: `${server.url.replace('ws', 'http')}/v1beta`,
      PARLEY_GOOGLE_REALTIME_MODELS: 'gemini-x',
    },
    model: 'gemini-x',
    voice: 'Kore',
  };
}

function shared(
  server: OpenAiRealtimeServer | GeminiLiveServer,
): Omit<ScriptedVendor, 'script' | 'environment' | 'model' | 'voice'> {
  return {
    hears: server.hears,
    drop: server.drop,
    refuse: server.refuse,
    deafen: server.deafen,
    forget: () => {
      server.forget();
      server.accept();
    },
    asked: () => server.requests.length,
    open: server.open,
    told: () => JSON.stringify(server.messages),
    close: server.close,
  };
}

function openAiTurn(turn: VendorTurn): RealtimeTurn {
  if ('stall' in turn) return { ...turn, endless: turn.stall };
  if ('fail' in turn) return turn;
  if ('call' in turn && turn.call !== undefined)
    return { ...turn, call: turn.call, arguments: turn.arguments };
  if ('say' in turn) {
    const { call: _call, arguments: _arguments, ...said } = turn;
    return said;
  }
  return 'mute' in turn ? { mute: true } : { nothing: true };
}

function liveTurn(turn: VendorTurn): LiveTurn {
  if ('fail' in turn) throw new Error('Gemini does not report failed responses.');
  if ('stall' in turn) return { ...turn, endless: turn.stall };
  if ('nothing' in turn || 'mute' in turn) return turn;
  const { arguments: args = {}, ...rest } = turn;
  return { ...rest, ...(rest.call !== undefined && { args }) };
}
