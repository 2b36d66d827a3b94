import type { Engine } from '../../server/src/voice/engines/engine.ts';
import type { EngineOptions } from '../../server/src/voice/engines/engine-options.ts';

/**
 * An engine that has its answer ready: what is measured is the loop alone.
 * @param understood what its transcriber makes of every piece of speech; empty: nothing
 */
export function instantEngine(
  { listener }: EngineOptions,
  answer: Int16Array,
  understood = 'A question, please.',
): Engine {
  const speak = (replyId: string): void => {
    listener({ type: 'reply-audio', replyId, samples: answer });
    listener({ type: 'reply-ended', replyId, text: 'An answer.', functionCalls: [] });
  };
  return {
    hasTurnDetection: false,
    pushAudio: () => {},
    speechStarted: () => {},
    speechStopped: () => listener({ type: 'customer-text', text: understood, language: 'en' }),
    read: () => {},
    answer: speak,
    say: speak,
    prompt: speak,
    interrupt: () => {},
    played: () => {},
    close: async () => {},
  };
}
