import { useEffect, useReducer } from 'react';
import { followSpeech } from '../../../data/live-call.ts';
import { type LiveWords, NO_WORDS, nextWords } from './live-words.ts';

/** Follows the speech of a call while it runs. */
export function useLiveWords(callId: number, isRunning: boolean): LiveWords {
  const [words, take] = useReducer(nextWords, NO_WORDS);
  useEffect(() => (isRunning ? followSpeech(callId, take) : undefined), [callId, isRunning]);
  return words;
}
