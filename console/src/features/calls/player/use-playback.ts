import { useCallback, useEffect, useMemo, useState } from 'react';

/** A recording that plays: the page's audio element, and what it does. */
export interface Playback {
  /** Ref of the element; null while there is none. */
  attach: (element: HTMLAudioElement | null) => void;
  element: HTMLAudioElement | null;
  positionMs: number;
  /** Null until the head of the file is there. */
  durationMs: number | null;
  isPlaying: boolean;
  hasFailed: boolean;
  speed: number;
  setSpeed: (speed: number) => void;
  toggle: () => void;
  /** Goes to a moment, and no further than the end. */
  seek: (positionMs: number) => void;
}

export function usePlayback(beginAtMs: number): Playback {
  const [element, attach] = useState<HTMLAudioElement | null>(null);
  const [positionMs, setPositionMs] = useState(beginAtMs);
  const [durationMs, setDurationMs] = useState<number | null>(null);
  const [isPlaying, setPlaying] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const [speed, setSpeed] = useState(1);
  useEffect(() => {
    if (element === null) return undefined;
    const ending = new AbortController();
    const on = (name: string, listener: () => void): void =>
      element.addEventListener(name, listener, { signal: ending.signal });
    const read = (): void => {
      setPositionMs(element.currentTime * 1000);
      setPlaying(!element.paused);
      if (Number.isFinite(element.duration)) setDurationMs(element.duration * 1000);
    };
    for (const name of ['timeupdate', 'seeking', 'play', 'pause', 'ended', 'durationchange']) on(name, read);
    on('error', () => setFailed(true));
    return () => ending.abort();
  }, [element]);
  useEffect(() => {
    if (element !== null && beginAtMs > 0) element.currentTime = beginAtMs / 1000;
  }, [element, beginAtMs]);
  useEffect(() => {
    if (element !== null) element.playbackRate = speed;
  }, [element, speed]);
  const toggle = useCallback((): void => {
    if (element === null) return;
    // A press on pause while it loads breaks the promise of play, which is as it should be.
    if (element.paused) element.play().catch(() => undefined);
    else element.pause();
  }, [element]);
  const seek = useCallback(
    (toMs: number): void => {
      if (element === null) return;
      const endMs = Number.isFinite(element.duration) ? element.duration * 1000 : toMs;
      element.currentTime = Math.min(Math.max(0, toMs), endMs) / 1000;
    },
    [element],
  );
  return useMemo(
    () => ({
      ...{ attach, element, positionMs, durationMs, isPlaying, hasFailed, speed, setSpeed, toggle, seek },
    }),
    [element, positionMs, durationMs, isPlaying, hasFailed, speed, toggle, seek],
  );
}
