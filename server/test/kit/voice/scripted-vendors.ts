import { type GeminiLiveServer, type LiveTurn, startGeminiLiveServer } from '../gemini-live-server.ts';
import type { RealtimeTurn } from '../openai-realtime-response.ts';
import { type OpenAiRealtimeServer, startOpenAiRealtimeServer } from '../openai-realtime-server.ts';

/** What a realtime model does when it answers, whoever's it is. `hz`: the pitch of its voice, by which a test knows what is heard. */
export type VendorTurn =
  | { say: string; audioMs?: number; hz?: number; call?: string; arguments?: Record<string, unknown> }
  | { call: string; arguments: Record<string, unknown> }
  /** Goes on without an end, and without another word after these. */
  | { stall: string; audioMs?: number; hz?: number }
  /** Breaks off with this code, behind these words; OpenAI alone tells that. */
  | { fail: string; say?: string; audioMs?: number; hz?: number }
  | { nothing: true }
  | { mute: true };

/** The simulator of a vendor of realtime models, as a whole call needs it. */
export interface ScriptedVendor {
  script(...turns: VendorTurn[]): void;
  hears(...texts: string[]): void;
  /** Breaks all connections without a word. */
  drop(): void;
  /** The next connections are refused with these statuses. */
  refuse(...statuses: number[]): void;
  /** The connection that was opened last stays open, and nothing comes of what is sent to it. */
  deafen(): void;
  /** Forgets what was scripted, and whom it was to refuse. */
  forget(): void;
  /** Connections that were asked for so far. */
  asked(): number;
  /** Connections that are open now. */
  open(): number;
  /** All that it was told but audio, as JSON. */
  told(): string;
  /** Where a server finds it, and what the catalogue calls its model and one of its voices. */
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
    ...{ model: 'gpt-x', voice: 'Marin' },
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
    ...{ model: 'gemini-x', voice: 'Kore' },
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
  if ('fail' in turn) throw new Error('Gemini does not tell that an answer failed.');
  if ('stall' in turn) return { ...turn, endless: turn.stall };
  if ('nothing' in turn || 'mute' in turn) return turn;
  const { arguments: args = {}, ...rest } = turn;
  return { ...rest, ...(rest.call !== undefined && { args }) };
}
