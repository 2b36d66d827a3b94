import type { Engine } from '../../server/src/voice/engines/engine.ts';
import type { EngineOptions } from '../../server/src/voice/engines/engine-options.ts';

/**
 * An engine with a prepared answer, so that only the loop is measured.
 * @param understood transcript of every speech segment; empty if nothing is recognized
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
    note: () => {},
    answer: speak,
    say: speak,
    prompt: speak,
    interrupt: () => {},
    played: () => {},
    drain: async () => {},
    close: async () => {},
  };
}
