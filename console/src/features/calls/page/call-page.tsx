import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { ErrorState, Skeleton } from '../../../components/feedback/states.tsx';
import { Page } from '../../../components/layout/page.tsx';
import { RelativeTime } from '../../../components/relative-time.tsx';
import { type Call, callQuery } from '../../../data/calls.ts';
import { t } from '../../../lib/i18n/t.ts';
import { partyOf } from '../call-words.ts';
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
      <Page title={t('Call {id}', { id: callId })} trail={TRAIL}>
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

const CALL_WORDS: Readonly<Record<Call['type'], string>> = {
  inbound: t('Inbound call'),
  outbound: t('Outbound call'),
  web: t('Web call'),
};

function callWith(type: Call['type'], name: string): string {
  switch (type) {
    case 'inbound':
      return t('Inbound call with {name}', { name });
    case 'outbound':
      return t('Outbound call with {name}', { name });
    case 'web':
      return t('Web call with {name}', { name });
  }
}

function Subtitle({ call }: { call: Call }) {
  const { type, assistant_name: name, created_at } = call;
  return (
    <>
      {name === null ? CALL_WORDS[type] : callWith(type, name)}, <RelativeTime iso={created_at} />
    </>
  );
}
