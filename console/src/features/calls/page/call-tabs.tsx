import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';
import { Callout } from '../../../components/feedback/callout.tsx';
import { IfAllowed } from '../../../components/if-allowed.tsx';
import { Card } from '../../../components/layout/card.tsx';
import { Tabs } from '../../../components/layout/tabs.tsx';
import { WebhooksCard } from '../../../components/webhooks/webhooks-card.tsx';
import type { Call } from '../../../data/calls.ts';
import { recordingPath } from '../../../data/recordings.ts';
import { formatDateTime } from '../../../lib/format/format.ts';
import { t } from '../../../lib/i18n/t.ts';
import { CHOSEN } from '../../../routing/search-change.ts';
import { isRunning } from '../call-words.ts';
import { type CallSearch, callSearch } from '../calls-search.ts';
import { LatencyCard } from '../latency/latency-card.tsx';
import { SupervisorCard } from '../live/supervisor-card.tsx';
import { RecordingPlayer } from '../player/recording-player.tsx';
import { usePositionAddress } from '../player/use-position-address.ts';
import { TimelineCard } from '../timeline/timeline-card.tsx';
import { useLiveCall } from '../timeline/use-live-call.ts';
import { CallSide } from './call-side.tsx';
import { fallbackWords } from './fallback-words.ts';
import { NoRecording } from './no-recording.tsx';

/** Recording, transcript, latency and webhooks of a call, next to its facts. */
export function CallTabs({ call }: { call: Call }) {
  const { tab = 'talk', line, webhook: opened } = useSearch({ from: '/console/calls/$callId' });
  const navigate = useNavigate({ from: '/calls/$callId' });
  // Times of a call count from the answer, those of its recording from the first audio before it.
  const ringingMs = call.recording_ringing_ms ?? 0;
  const playback = usePositionAddress(line === undefined ? 0 : line + ringingMs);
  const { seek, element } = playback;
  const show = (changed: { [Name in keyof CallSearch]: CallSearch[Name] | undefined }): void => {
    void navigate({ search: (before) => callSearch({ ...before, ...changed }), ...CHOSEN });
  };
  const jump = useCallback(
    (atMs: number): void => {
      seek(atMs + ringingMs);
      element?.play().catch(() => undefined);
    },
    [seek, element, ringingMs],
  );
  // The recording of a running call still grows, so it is offered only after the call.
  const recording = isRunning(call.status) ? null : call.recording_url;
  const onJump = recording === null ? undefined : jump;
  const live = useLiveCall(call);
  const timeline = (
    <TimelineCard
      call={live.call}
      positionMs={recording === null ? (line ?? null) : playback.positionMs - ringingMs}
      markedMs={line ?? null}
      onJump={onJump}
      speaking={live.speaking}
    />
  );
  const webhooks = (
    <WebhooksCard subject={{ call_id: call.id }} opened={opened} onOpen={(webhook) => show({ webhook })} />
  );
  return (
    <div className="grid gap-5 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <div className="grid min-w-0 content-start gap-5 *:min-w-0">
        {isRunning(call.status) && (
          <Callout>
            {call.answered_at === null
              ? t('Not answered yet.')
              : t(
                  'Call in progress. The transcript updates live; the recording is available after the call.',
                )}
          </Callout>
        )}
        {call.fallbacks.length > 0 && (
          <Callout kind="warn">
            {call.fallbacks.map((fallback) => (
              <p key={`${fallback.at} ${fallback.to}`}>{fallbackWords(fallback)}</p>
            ))}
          </Callout>
        )}
        {call.status === 'in-progress' && (
          <IfAllowed area="Calls">
            <SupervisorCard callId={call.id} />
          </IfAllowed>
        )}
        {call.status === 'scheduled' && call.scheduled_at !== null && (
          <Callout>{t('Scheduled for {time}.', { time: formatDateTime(call.scheduled_at) })}</Callout>
        )}
        {recording !== null && (
          <Card title={t('Recording')}>
            <RecordingPlayer
              path={recordingPath(recording)}
              fileName={`call-${call.id}.wav`}
              playback={playback}
              ringingMs={ringingMs}
            />
          </Card>
        )}
        {recording === null && <NoRecording call={call} />}
        <Tabs
          label={t('Call sections')}
          value={tab}
          onChange={(name) => show({ tab: name === 'talk' ? undefined : name })}
          tabs={[
            { name: 'talk', label: t('Transcript'), content: timeline },
            { name: 'latency', label: t('Latency'), content: <LatencyCard call={call} onJump={onJump} /> },
            { name: 'webhooks', label: t('Webhooks'), content: webhooks },
          ]}
        />
      </div>
      <CallSide call={call} />
    </div>
  );
}
