import { useCallback, useEffect, useMemo, useState } from 'react';

/** State and controls of the page's audio element. */
export interface Playback {
  /** Ref callback of the audio element. */
  attach: (element: HTMLAudioElement | null) => void;
  element: HTMLAudioElement | null;
  positionMs: number;
  /** Null until the metadata is loaded. */
  durationMs: number | null;
  isPlaying: boolean;
  hasFailed: boolean;
  speed: number;
  setSpeed: (speed: number) => void;
  toggle: () => void;
  /** Clamped to the duration. */
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
    // Pausing while the audio loads rejects the promise of play(); that is expected.
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
      attach,
      element,
      positionMs,
      durationMs,
      isPlaying,
      hasFailed,
      speed,
      setSpeed,
      toggle,
      seek,
    }),
    [element, positionMs, durationMs, isPlaying, hasFailed, speed, toggle, seek],
  );
}
