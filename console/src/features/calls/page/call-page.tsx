import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { ErrorState, Skeleton } from '../../../components/feedback/states.tsx';
import { Page } from '../../../components/layout/page.tsx';
import { RelativeTime } from '../../../components/relative-time.tsx';
import { type Call, callQuery } from '../../../data/calls.ts';
import { t } from '../../../lib/i18n/t.ts';
import { partyOf, TYPE_WORDS } from '../call-words.ts';
import { CallActions } from './call-actions.tsx';
import { CallTabs } from './call-tabs.tsx';

const TRAIL = (
  <Link to="/calls" className="hover:underline">
    {t('Calls')}
  </Link>
);

export function CallPage() {
  const { callId } = useParams({ from: '/console/calls/$callId' });
  const query = useQuery(callQuery(Number(callId)));
  const call = query.data;
  if (call === undefined) {
    return (
      <Page title={t('Call {callId}', { callId })} trail={TRAIL}>
        {query.error === null ? (
          <Skeleton lines={8} />
        ) : (
          <ErrorState error={query.error} onRetry={() => void query.refetch()} />
        )}
      </Page>
    );
  }
  return (
    <Page
      title={partyOf(call)}
      text={<Subtitle call={call} />}
      trail={TRAIL}
      actions={<CallActions call={call} />}
    >
      <CallTabs key={call.id} call={call} />
    </Page>
  );
}

function Subtitle({ call }: { call: Call }) {
  return (
    <>
      {TYPE_WORDS[call.type]} call
      {call.assistant_name !== null && (
        <> {t('with {assistantName}', { assistantName: call.assistant_name })}</>
      )}
      , <RelativeTime iso={call.created_at} />
    </>
  );
}
