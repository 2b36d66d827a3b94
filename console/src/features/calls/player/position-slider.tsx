import type { KeyboardEvent, MouseEvent, PointerEvent, ReactNode } from 'react';
import { formatDuration } from '../../../lib/format/format.ts';
import { t } from '../../../lib/i18n/t.ts';

interface PositionSliderProps {
  positionMs: number;
  durationMs: number;
  /** Length of the part before the answer, which is marked. */
  ringingMs: number;
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
export function PositionSlider({ positionMs, durationMs, ringingMs, onSeek, children }: PositionSliderProps) {
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
  const shareOf = (ms: number): number => (durationMs > 0 ? Math.min(1, ms / durationMs) : 0);
  const isRinging = positionMs < ringingMs;
  const times = {
    position: formatDuration(positionMs / 1000),
    duration: formatDuration(durationMs / 1000),
  };
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1">
      <div className="grid grid-rows-2 text-ink-soft text-xs" aria-hidden>
        <span className="self-center">{t('Customer')}</span>
        <span className="self-center">{t('Assistant')}</span>
      </div>
      <div
        role="slider"
        tabIndex={0}
        aria-label={t('Position in the recording')}
        aria-valuemin={0}
        aria-valuemax={Math.round(durationMs / 1000)}
        aria-valuenow={Math.round(positionMs / 1000)}
        aria-valuetext={
          isRinging
            ? t('{position} of {duration}, before the answer', times)
            : t('{position} of {duration}', times)
        }
        onKeyDown={step}
        onPointerDown={press}
        onPointerMove={drag}
        onClick={point}
        className="relative h-28 cursor-pointer touch-pan-y overflow-hidden rounded-lg bg-sunken"
      >
        {ringingMs > 0 && durationMs > 0 && (
          <div
            aria-hidden
            className="absolute inset-y-0 left-0 overflow-hidden border-line-strong border-r border-dashed bg-warn-soft"
            style={{ width: `${shareOf(ringingMs) * 100}%` }}
          />
        )}
        {children}
        <div
          aria-hidden
          className="absolute inset-y-0 w-0.5 bg-ink"
          style={{ left: `${shareOf(positionMs) * 100}%` }}
        />
      </div>
      {ringingMs > 0 && durationMs > 0 && (
        <p className="col-start-2 text-ink-soft text-xs">
          {ringingMs < durationMs - 1
            ? t('The first {time} are before the answer.', {
                time: formatDuration(ringingMs / 1000),
              })
            : t('Audio of the network; the call was not answered.')}
        </p>
      )}
    </div>
  );
}
