import type { Engine } from '../../server/src/voice/engines/engine.ts';
import type { EngineOpening } from '../../server/src/voice/session/open-engine.ts';

/** An engine that has its answer ready: what is measured is the loop alone. */
export function instantEngine({ listener }: EngineOpening, answer: Int16Array): Engine {
  const speak = (replyId: string): void => {
    listener({ type: 'reply-audio', replyId, samples: answer });
    listener({ type: 'reply-ended', replyId, text: 'An answer.', functionCalls: [] });
  };
  return {
    findsTurns: false,
    hear: () => {},
    speechStarted: () => {},
    speechStopped: () => listener({ type: 'customer-text', text: 'A question, please.', language: 'en' }),
    read: () => {},
    answer: speak,
    say: speak,
    prompt: speak,
    interrupt: () => {},
    played: () => {},
    close: async () => {},
  };
}
