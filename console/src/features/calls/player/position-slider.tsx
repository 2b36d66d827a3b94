import type { KeyboardEvent, MouseEvent, PointerEvent, ReactNode } from 'react';
import { formatDuration } from '../../../lib/format/format.ts';

interface PositionSliderProps {
  positionMs: number;
  durationMs: number;
  onSeek: (positionMs: number) => void;
  /** The waveform; a plain bar if absent. */
  children: ReactNode;
}

const STEPS: Readonly<Record<string, number>> = {
  ArrowLeft: -5_000,
  ArrowDown: -5_000,
  ArrowRight: 5_000,
  ArrowUp: 5_000,
  PageDown: -30_000,
  PageUp: 30_000,
};

/** Seek bar of a recording. Supports pointer, arrow keys, Page Up and Down, Home and End. */
export function PositionSlider({ positionMs, durationMs, onSeek, children }: PositionSliderProps) {
  const step = (event: KeyboardEvent): void => {
    const stepMs = STEPS[event.key];
    if (stepMs !== undefined) onSeek(positionMs + stepMs);
    else if (event.key === 'Home') onSeek(0);
    else if (event.key === 'End') onSeek(durationMs);
    else return;
    event.preventDefault();
  };
  const point = ({ currentTarget, clientX }: MouseEvent<HTMLDivElement>): void => {
    const { left, width } = currentTarget.getBoundingClientRect();
    onSeek((Math.min(Math.max(clientX - left, 0), width) / width) * durationMs);
  };
  const drag = (event: PointerEvent<HTMLDivElement>): void => {
    if (event.buttons === 1) point(event);
  };
  // A touch may start a scroll, so it seeks only on a horizontal drag or on release.
  const press = (event: PointerEvent<HTMLDivElement>): void => {
    if (event.pointerType !== 'touch') drag(event);
  };
  const share = durationMs > 0 ? Math.min(1, positionMs / durationMs) : 0;
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3">
      <div className="grid grid-rows-2 text-ink-soft text-xs" aria-hidden>
        <span className="self-center">Customer</span>
        <span className="self-center">Assistant</span>
      </div>
      <div
        role="slider"
        tabIndex={0}
        aria-label="Position in the recording"
        aria-valuemin={0}
        aria-valuemax={Math.round(durationMs / 1000)}
        aria-valuenow={Math.round(positionMs / 1000)}
        aria-valuetext={`${formatDuration(positionMs / 1000)} of ${formatDuration(durationMs / 1000)}`}
        onKeyDown={step}
        onPointerDown={press}
        onPointerMove={drag}
        onClick={point}
        className="relative h-28 cursor-pointer touch-pan-y overflow-hidden rounded-lg bg-sunken"
      >
        {children}
        <div aria-hidden className="absolute inset-y-0 w-0.5 bg-ink" style={{ left: `${share * 100}%` }} />
      </div>
    </div>
  );
}
