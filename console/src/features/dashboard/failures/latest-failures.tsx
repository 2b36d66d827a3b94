import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CircleCheck, PhoneOff, Webhook } from 'lucide-react';
import type { ReactNode } from 'react';
import { Loaded } from '../../../components/feedback/states.tsx';
import { Card } from '../../../components/layout/card.tsx';
import { RelativeTime } from '../../../components/relative-time.tsx';
import { disabledTargetsQuery, failedCallsQuery, failedDeliveriesQuery } from '../../../data/failures.ts';

const MOST = 6;

interface Failure {
  key: string;
  iso: string;
  icon: ReactNode;
  title: string;
  /** What to do about it. */
  advice: string;
  to: string;
}

/** What went wrong last, each with where to mend it. */
export function LatestFailures() {
  const calls = useQuery(failedCallsQuery);
  const deliveries = useQuery(failedDeliveriesQuery);
  const targets = useQuery(disabledTargetsQuery);
  const query = {
    data: calls.data && deliveries.data && targets.data && true,
    error: calls.error ?? deliveries.error ?? targets.error,
    refetch: () => [calls, deliveries, targets].map((one) => one.refetch()),
  };
  const failures = [
    ...(targets.data ?? []).map(ofTarget),
    ...[...(calls.data ?? []).map(ofCall), ...(deliveries.data ?? []).map(ofDelivery)].toSorted(
      (one, other) => other.iso.localeCompare(one.iso),
    ),
  ].slice(0, MOST);
  return (
    <Card title="Latest failures">
      <Loaded query={query}>
        {() =>
          failures.length === 0 ? (
            <p className="flex items-center gap-2 text-ink-soft text-sm">
              <CircleCheck className="size-4 text-good" aria-hidden />
              Nothing has failed.
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

function FailureRow({ failure }: { failure: Failure }) {
  return (
    <li className="flex items-start gap-3 py-2.5 first:pt-0 last:pb-0 [&>svg]:mt-1 [&>svg]:size-4 [&>svg]:shrink-0 [&>svg]:text-bad">
      {failure.icon}
      <span className="min-w-0 flex-1">
        <Link to={failure.to} className="block break-words font-medium hover:underline">
          {failure.title}
        </Link>
        <span className="text-ink-soft text-sm">{failure.advice}</span>
      </span>
      <span className="shrink-0 text-ink-soft text-sm">
        <RelativeTime iso={failure.iso} />
      </span>
    </li>
  );
}

function ofCall(call: { id: number; client_phone_number: string | null; created_at: string }): Failure {
  return {
    key: `call-${call.id}`,
    iso: call.created_at,
    icon: <PhoneOff aria-hidden />,
    title: `The call with ${call.client_phone_number ?? 'a browser'} failed`,
    advice: 'Open the call: it tells why, and what was said until then.',
    to: `/calls/${call.id}`,
  };
}

function ofDelivery(delivery: { id: string; url: string; created_at: string }): Failure {
  return {
    key: `delivery-${delivery.id}`,
    iso: delivery.created_at,
    icon: <Webhook aria-hidden />,
    title: `A webhook to ${hostOf(delivery.url)} was given up`,
    advice: 'See what your server answered, mend that, and send it again.',
    to: '/webhooks',
  };
}

function ofTarget(target: {
  id: number;
  url: string;
  disabled_at: string | null;
  created_at: string;
}): Failure {
  return {
    key: `target-${target.id}`,
    iso: target.disabled_at ?? target.created_at,
    icon: <Webhook aria-hidden />,
    title: `Nothing is sent to ${hostOf(target.url)} any more`,
    advice: 'It failed for too long. Mend your server, then enable the address: what was held goes out.',
    to: '/webhooks',
  };
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url;
}
