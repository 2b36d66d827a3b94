import { useMemo } from 'react';
import { Badge } from '../../../components/badge.tsx';
import { Card } from '../../../components/layout/card.tsx';
import { useArrival } from '../../../components/table/use-arrival.ts';
import type { Call } from '../../../data/calls.ts';
import { t } from '../../../lib/i18n/t.ts';
import { isRunning } from '../call-words.ts';
import type { LiveWords } from './live-words.ts';
import { SpeakingNow } from './speaking-now.tsx';
import { lineAt, timelineOf } from './timeline.ts';
import { TimelineRow } from './timeline-row.tsx';

interface TimelineCardProps {
  call: Call;
  /** Playback position; null without a recording. */
  positionMs: number | null;
  /** Where the line that the URL names begins; scrolled into view. */
  markedMs?: number | null;
  onJump: ((atMs: number) => void) | undefined;
  /** Words of utterances in progress. */
  speaking: LiveWords['speaking'];
}

/** Transcript with tool calls, transfers and events; highlights the line at the playback position. */
export function TimelineCard({ call, positionMs, markedMs = null, onJump, speaking }: TimelineCardProps) {
  const entries = useMemo(() => timelineOf(call), [call]);
  const current = positionMs === null ? null : lineAt(entries, positionMs);
  const marked = markedMs === null ? null : lineAt(entries, markedMs);
  const arrive = useArrival(marked ?? undefined);
  const isLive = isRunning(call.status);
  return (
    <Card
      title={t('Transcript')}
      {...(onJump && { text: t('Select a line to play it.') })}
      actions={isLive ? <Badge tone="accent">{t('Live')}</Badge> : null}
    >
      {entries.length === 0 ? (
        <p className="text-ink-soft text-sm">
          {call.ended_at === null
            ? t('The transcript appears here as people speak.')
            : t('No speech in this call.')}
        </p>
      ) : (
        <ol aria-live={isLive ? 'polite' : 'off'} className="grid gap-1">
          {entries.map((entry) => (
            <TimelineRow
              key={entry.key}
              entry={entry}
              isCurrent={entry.key === current}
              onJump={onJump}
              mark={entry.key === marked ? arrive : undefined}
            />
          ))}
        </ol>
      )}
      {isLive && <SpeakingNow speaking={speaking} />}
    </Card>
  );
}
