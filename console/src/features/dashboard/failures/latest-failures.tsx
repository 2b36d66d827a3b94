import { useQuery } from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';
import { Loaded } from '../../../components/feedback/states.tsx';
import { Card } from '../../../components/layout/card.tsx';
import {
  disabledTargetsQuery,
  failedCallsQuery,
  failedDeliveriesQuery,
  failedDocumentsQuery,
} from '../../../data/failures.ts';
import { useRights } from '../../../data/rights.ts';
import { t } from '../../../lib/i18n/t.ts';
import { ofCall, ofDelivery, ofDocument, ofEndpoint } from './failure.tsx';
import { FailureRow } from './failure-row.tsx';

const MOST = 6;

/** Latest failures, each linked to where it can be fixed. */
export function LatestFailures() {
  const calls = useQuery(failedCallsQuery);
  const enabled = useRights().mayRead('Webhooks');
  const deliveries = useQuery({ ...failedDeliveriesQuery, enabled });
  const targets = useQuery({ ...disabledTargetsQuery, enabled });
  const documents = useQuery(failedDocumentsQuery());
  const query = {
    data: calls.data && (!enabled || (deliveries.data && targets.data)) && documents.data && true,
    error: calls.error ?? deliveries.error ?? targets.error ?? documents.error,
    refetch: () => [calls, documents, ...(enabled ? [deliveries, targets] : [])].map((one) => one.refetch()),
  };
  const failures = [
    ...(targets.data ?? []).map(ofEndpoint),
    ...[
      ...(calls.data ?? []).map(ofCall),
      ...(deliveries.data ?? []).map(ofDelivery),
      ...(documents.data ?? []).map(ofDocument),
    ].toSorted((one, other) => other.iso.localeCompare(one.iso)),
  ].slice(0, MOST);
  return (
    <Card title={t('Latest failures')}>
      <Loaded query={query}>
        {() =>
          failures.length === 0 ? (
            <p className="flex items-center gap-2 text-ink-soft text-sm">
              <CircleCheck className="size-4 text-good" aria-hidden />
              {t('No failures.')}
            </p>
          ) : (
            <ul className="divide-y divide-line">
              {failures.map((failure) => (
                <FailureRow key={failure.key} failure={failure} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </Card>
  );
}
