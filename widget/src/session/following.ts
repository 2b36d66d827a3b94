import type { ConversationState } from '../server/answers.ts';
import type { ChatServer } from '../server/parley-server.ts';
import { asFailure } from '../state/failure.ts';
import { pause } from './pause.ts';

const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 60_000;

/** Follows the state of a conversation until `signal` is aborted; reconnects with exponential backoff. */
export async function followConversation(parts: {
  server: ChatServer;
  conversationId: string;
  signal: AbortSignal;
  onState(state: ConversationState): void;
}): Promise<void> {
  const { server, conversationId, signal, onState } = parts;
  let pauseMs = FIRST_PAUSE_MS;
  while (!signal.aborted) {
    let waitMs = 0;
    try {
      for await (const state of server.follow(conversationId, signal)) {
        onState(state);
        pauseMs = FIRST_PAUSE_MS;
      }
    } catch (error) {
      const failure = asFailure(error, true);
      if (failure.kind === 'gone' || failure.kind === 'site-refused') return;
      waitMs = failure.waitMs;
    }
    // Jitter: all visitors reconnect after a server restart.
    await pause(Math.max(waitMs, pauseMs) * (0.5 + Math.random()), signal);
    pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
  }
}
