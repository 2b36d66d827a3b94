import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useEffect, useState } from 'react';
import { useSettled } from '../../../lib/time/use-settled.ts';
import { TYPED } from '../../../routing/search-change.ts';
import { callSearch } from '../calls-search.ts';
import { type Playback, usePlayback } from './use-playback.ts';

/** Browsers rate-limit history changes, so a drag updates the URL only once it rests. */
const AT_REST_MS = 300;

/**
 * Playback of a recording whose position is kept in the URL (`?at=12`, seconds), so that it can be linked.
 * @param lineMs where the line that the URL names begins; 0 without one
 */
export function usePositionAddress(lineMs: number): Playback {
  const { at = 0 } = useSearch({ from: '/console/calls/$callId' });
  const navigate = useNavigate({ from: '/calls/$callId' });
  const [beginAtMs] = useState(at > 0 ? at * 1000 : lineMs);
  const playback = usePlayback(beginAtMs);
  const [second, setSecond] = useState(at);
  const settled = useSettled(second, AT_REST_MS);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new position updates the address.
  useEffect(() => {
    if (settled === at) return;
    void navigate({ search: (before) => callSearch({ ...before, at: settled }), ...TYPED });
  }, [settled]);
  const { seek: goTo, durationMs } = playback;
  const seek = useCallback(
    (toMs: number): void => {
      goTo(toMs);
      setSecond(Math.floor(Math.min(Math.max(0, toMs), durationMs ?? toMs) / 1000));
    },
    [goTo, durationMs],
  );
  return { ...playback, seek };
}
