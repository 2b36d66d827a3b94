import { useQueries, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { PhoneCall } from 'lucide-react';
import { EmptyState, ErrorState, Skeleton } from '../../../components/feedback/states.tsx';
import { IfAllowed } from '../../../components/if-allowed.tsx';
import { Page } from '../../../components/layout/page.tsx';
import { type Call, callPages, callQuery } from '../../../data/calls.ts';
import { t } from '../../../lib/i18n/t.ts';
import { CHOSEN } from '../../../routing/search-change.ts';
import { isRunning, partyOf } from '../call-words.ts';
import { HangUp } from '../hang-up.tsx';
import { TimelineCard } from '../timeline/timeline-card.tsx';
import { useLiveCall } from '../timeline/use-live-call.ts';
import { LiveCallList } from './live-call-list.tsx';
import { SupervisorCard } from './supervisor-card.tsx';

/** Answered calls first. */
const LIVE = ['in-progress', 'ringing', 'initiated'] as const;

/** The calls that run now, with the words and controls of the selected one. */
export function LiveCallsPage() {
  const { call: chosen } = useSearch({ from: '/console/calls/live' });
  const navigate = useNavigate({ from: '/calls/live' });
  const pages = useQueries({ queries: LIVE.map((status) => callPages({ status })(1)) });
  const failed = pages.find(({ error }) => error !== null);
  const calls = pages.flatMap(({ data, dataUpdatedAt }) =>
    (data?.data ?? []).map((call) => ({ call, answeredMs: dataUpdatedAt - call.duration * 1000 })),
  );
  const total = pages.reduce((sum, { data }) => sum + (data?.total ?? 0), 0);
  const isLoaded = pages.every(({ data }) => data !== undefined);
  const selected = chosen ?? calls[0]?.call.id;
  const select = (call: number): void => void navigate({ search: { call }, ...CHOSEN });
  return (
    <Page
      title={t('Live calls')}
      text={
        total === 0
          ? t('Calls in progress.')
          : t('{count, plural, one {# call in progress.} other {# calls in progress.}}', { count: total })
      }
      trail={
        <Link to="/calls" className="hover:underline">
          {t('Calls')}
        </Link>
      }
      isWide
    >
      {failed !== undefined && <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />}
      {!isLoaded && failed === undefined && <Skeleton lines={6} />}
      {isLoaded && selected === undefined && (
        <EmptyState
          icon={<PhoneCall />}
          title={t('No calls right now')}
          text={t(
            'Calls appear here while they ring or are in progress. You can listen, help the assistant, or take over.',
          )}
        />
      )}
      {selected !== undefined && (
        <div className="grid items-start gap-5 lg:grid-cols-[20rem_minmax(0,1fr)]">
          <LiveCallList calls={calls} total={total} selected={selected} onSelect={select} />
          <SelectedCall key={selected} callId={selected} />
        </div>
      )}
    </Page>
  );
}

function SelectedCall({ callId }: { callId: number }) {
  const query = useQuery(callQuery(callId));
  if (query.data !== undefined) return <CallNow call={query.data} />;
  if (query.error === null) return <Skeleton lines={6} />;
  return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
}

function CallNow({ call: stored }: { call: Call }) {
  const { call, speaking } = useLiveCall(stored);
  return (
    <section
      aria-label={t('Call with {party}', { party: partyOf(call) })}
      className="grid min-w-0 gap-5 *:min-w-0"
    >
      <header className="flex flex-wrap items-center justify-between gap-3">
        <div className="min-w-0">
          <h2 className="font-semibold text-lg">{partyOf(call)}</h2>
          <p className="text-ink-soft text-sm">
            {isRunning(call.status)
              ? (call.assistant_name ?? t('Deleted assistant'))
              : t('This call has ended.')}
          </p>
        </div>
        <div className="flex flex-wrap items-center gap-3">
          <Link to="/calls/$callId" params={{ callId: String(call.id) }} className="underline">
            {t('Open call page')}
          </Link>
          <IfAllowed area="Calls">
            <HangUp call={call} />
          </IfAllowed>
        </div>
      </header>
      {call.status === 'in-progress' && (
        <IfAllowed area="Calls">
          <SupervisorCard callId={call.id} />
        </IfAllowed>
      )}
      <TimelineCard call={call} positionMs={null} onJump={undefined} speaking={speaking} />
    </section>
  );
}
