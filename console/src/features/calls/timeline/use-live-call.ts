import { useMemo } from 'react';
import type { Call } from '../../../data/calls.ts';
import { isRunning } from '../call-words.ts';
import type { LiveWords } from './live-words.ts';
import { useLiveWords } from './use-live-words.ts';

interface LiveCall {
  /** The call with the newest transcript. */
  call: Call;
  /** Words of utterances in progress. */
  speaking: LiveWords['speaking'];
}

/** Follows a call while it runs, ahead of the stored transcript. */
export function useLiveCall(call: Call): LiveCall {
  const isLive = isRunning(call.status);
  const words = useLiveWords(call.id, isLive);
  // The stream is ahead of the stored transcript once it has replayed the call.
  const transcript = isLive && words.said.length >= call.transcript.length ? words.said : call.transcript;
  const shown = useMemo(() => ({ ...call, transcript: [...transcript] }), [call, transcript]);
  return { call: shown, speaking: words.speaking };
}
