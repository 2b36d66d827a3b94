import { useQuery } from '@tanstack/react-query';
import { Download, Pause, Play, RotateCcw, RotateCw } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { Button, buttonClasses, IconButton } from '../../../components/button.tsx';
import { Callout } from '../../../components/feedback/callout.tsx';
import { Select } from '../../../components/form/select.tsx';
import { recordingShapeQuery } from '../../../data/recordings.ts';
import { formatDuration } from '../../../lib/format/format.ts';
import { t } from '../../../lib/i18n/t.ts';
import { PositionSlider } from './position-slider.tsx';
import type { Playback } from './use-playback.ts';

const Waveform = lazy(async () => ({ default: (await import('./waveform.tsx')).Waveform }));

const SPEEDS = [0.75, 1, 1.25, 1.5, 2].map((speed) => ({ value: String(speed), label: `${speed}×` }));
const STEP_MS = 10_000;

interface RecordingPlayerProps {
  /** Path on this server. */
  path: string;
  fileName: string;
  playback: Playback;
  /** Length of the audio before the answer, at the start; 0 without any. */
  ringingMs: number;
}

export function RecordingPlayer({ path, fileName, playback, ringingMs }: RecordingPlayerProps) {
  const shape = useQuery(recordingShapeQuery(path));
  const durationMs = playback.durationMs ?? (shape.data?.durationSeconds ?? 0) * 1000;
  return (
    <div className="grid gap-3">
      {/* biome-ignore lint/a11y/useMediaCaption: the transcript is next to it. */}
      <audio ref={playback.attach} src={path} preload="metadata" />
      {playback.hasFailed && (
        <Callout kind="bad">{t('This browser can’t play the recording. Download it to listen.')}</Callout>
      )}
      {shape.isError && !playback.hasFailed && (
        <Callout kind="warn">
          <span className="mr-3">{t('The waveform couldn’t be loaded. Playback still works.')}</span>
          <Button size="small" isBusy={shape.isFetching} onClick={() => void shape.refetch()}>
            {t('Reload waveform')}
          </Button>
        </Callout>
      )}
      <PositionSlider
        positionMs={playback.positionMs}
        durationMs={durationMs}
        ringingMs={ringingMs}
        onSeek={playback.seek}
      >
        {shape.data !== undefined && playback.element !== null && (
          <Suspense>
            <Waveform shape={shape.data} media={playback.element} />
          </Suspense>
        )}
      </PositionSlider>
      <div className="flex flex-wrap items-center gap-2">
        <Button
          variant="primary"
          icon={playback.isPlaying ? <Pause /> : <Play />}
          onClick={playback.toggle}
          className="min-w-24"
        >
          {playback.isPlaying ? t('Pause') : t('Play')}
        </Button>
        <IconButton label={t('Back 10 seconds')} onClick={() => playback.seek(playback.positionMs - STEP_MS)}>
          <RotateCcw />
        </IconButton>
        <IconButton
          label={t('Forward 10 seconds')}
          onClick={() => playback.seek(playback.positionMs + STEP_MS)}
        >
          <RotateCw />
        </IconButton>
        <span className="text-ink-soft text-sm tabular-nums">
          {formatDuration(playback.positionMs / 1000)} / {formatDuration(durationMs / 1000)}
        </span>
        <div className="ml-auto flex items-center gap-2">
          <Select
            label={t('Speed')}
            className="w-22"
            value={String(playback.speed)}
            options={SPEEDS}
            onChange={(speed) => playback.setSpeed(Number(speed ?? 1))}
          />
          <a href={path} download={fileName} className={buttonClasses({})}>
            <Download aria-hidden />
            {t('Download')}
          </a>
        </div>
      </div>
    </div>
  );
}
