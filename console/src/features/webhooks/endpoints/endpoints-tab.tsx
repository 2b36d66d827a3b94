import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { History, Pencil, RadioTower, Send, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Badge } from '../../../components/badge.tsx';
import { Button, buttonClasses, IconButton } from '../../../components/button.tsx';
import { LoadedList } from '../../../components/feedback/states.tsx';
import { showError, showSuccess } from '../../../components/feedback/toast-store.ts';
import { ActionDialog } from '../../../components/overlay/action-dialog.tsx';
import { RelativeTime } from '../../../components/relative-time.tsx';
import { MarkedItem } from '../../../components/table/marked-item.tsx';
import { useArrival } from '../../../components/table/use-arrival.ts';
import { useRowAddress } from '../../../components/table/use-row-address.ts';
import {
  deleteEndpoint,
  enableTarget,
  endpointListQuery,
  type SubscribedEndpoint,
  targetListQuery,
  testEndpoint,
  type WebhookTarget,
} from '../../../data/webhooks.ts';
import { rich, t } from '../../../lib/i18n/t.ts';
import { useDialogAddress } from '../../../routing/use-dialog-address.ts';
import { WEBHOOKS_DIALOGS } from '../webhooks-search.ts';

/** Webhook endpoints and their health. */
export function EndpointsTab() {
  const targets = useQuery(targetListQuery);
  const endpoints = useQuery(endpointListQuery);
  const marked = useRowAddress(targets);
  const arrive = useArrival(marked);
  return (
    <LoadedList
      query={targets}
      empty={{
        icon: <RadioTower />,
        title: t('No endpoints yet'),
        text: t(
          'An endpoint is a URL of your server that gets events. URLs of assistants appear after their first webhook.',
        ),
      }}
    >
      {(all) => (
        <ul className="grid gap-3">
          {all.map((target) => (
            <TargetItem
              key={target.id}
              target={target}
              endpoint={endpoints.data?.find(({ id }) => id === target.id) ?? null}
              mark={target.id === marked ? arrive : undefined}
            />
          ))}
        </ul>
      )}
    </LoadedList>
  );
}

interface TargetItemProps {
  target: WebhookTarget;
  /** Null if only assistants send webhooks to it. */
  endpoint: SubscribedEndpoint | null;
  /** Highlights the endpoint in the URL. */
  mark: ((element: HTMLElement | null) => void) | undefined;
}

function TargetItem({ target, endpoint, mark }: TargetItemProps) {
  const { id, url, status, waiting_count: waiting } = target;
  const queries = useQueryClient();
  const enable = useMutation({
    mutationFn: () => enableTarget(id),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['webhooks'] });
      showSuccess(t('Endpoint enabled. Sending paused webhooks.'));
    },
    onError: showError,
  });
  const isDisabled = status === 'disabled';
  return (
    <MarkedItem mark={mark} className="flex flex-wrap items-start gap-x-4 gap-y-3">
      <div className="min-w-0 flex-1 basis-72">
        <p className="flex flex-wrap items-center gap-2">
          <Badge tone={isDisabled ? 'bad' : 'good'}>{isDisabled ? t('Disabled') : t('Enabled')}</Badge>
          {endpoint?.is_active === false && <Badge>{t('Paused')}</Badge>}
          <span className="min-w-0 break-all font-medium">{url}</span>
        </p>
        <p dir="auto" className="mt-1.5 text-sm">
          {subscriptionWords(endpoint)}
        </p>
        <p className="mt-1.5 text-ink-soft text-sm">
          <Health target={target} />
        </p>
        {waiting > 0 && (
          <p className="mt-1 text-sm">
            <Link
              to="/webhooks"
              search={{ target_id: id, status: isDisabled ? 'held' : 'pending' }}
              className="text-accent-strong underline"
            >
              {t('{count, plural, one {# waiting webhook} other {# waiting webhooks}}', { count: waiting })}
            </Link>
          </p>
        )}
      </div>
      <div className="flex flex-wrap gap-2">
        {isDisabled && (
          <Button variant="primary" isBusy={enable.isPending} onClick={() => enable.mutate()}>
            {t('Enable endpoint')}
          </Button>
        )}
        <Link to="/webhooks" search={{ target_id: id }} className={buttonClasses({})}>
          <History aria-hidden />
          {t('Deliveries')}
        </Link>
        {endpoint !== null && <EndpointButtons endpoint={endpoint} />}
      </div>
    </MarkedItem>
  );
}

function subscriptionWords(endpoint: SubscribedEndpoint | null): string {
  if (endpoint === null) return t('Webhooks of assistants');
  const { events, description } = endpoint;
  const names = events.includes('*') ? t('All events') : events.join(', ');
  return description === null ? names : `${description}: ${names}`;
}

function EndpointButtons({ endpoint }: { endpoint: SubscribedEndpoint }) {
  const { id, url } = endpoint;
  const queries = useQueryClient();
  const dialog = useDialogAddress(WEBHOOKS_DIALOGS);
  const [isAsking, setAsking] = useState(false);
  const reload = () => queries.invalidateQueries({ queryKey: ['webhooks'] });
  const test = useMutation({
    mutationFn: () => testEndpoint(id),
    onSuccess: async () => {
      await reload();
      showSuccess(t('Test sent. Its result is under Deliveries.'));
    },
    onError: showError,
  });
  return (
    <>
      <Button icon={<Send />} isBusy={test.isPending} onClick={() => test.mutate()}>
        {t('Send test')}
      </Button>
      <Button icon={<Pencil />} onClick={() => dialog.show(`endpoint.${id}`)}>
        {t('Edit')}
      </Button>
      <IconButton label={t('Delete endpoint')} onClick={() => setAsking(true)}>
        <Trash2 />
      </IconButton>
      <ActionDialog
        subject={isAsking ? endpoint : null}
        ask={() => ({
          title: t('Delete the endpoint {url}?', { url }),
          text: t('Its unsent webhooks are deleted. Webhooks of assistants to the same URL are still sent.'),
          action: t('Delete endpoint'),
        })}
        action={() => deleteEndpoint(id)}
        onDone={async () => {
          await reload();
          showSuccess(t('Endpoint deleted.'));
        }}
        onClose={() => setAsking(false)}
      />
    </>
  );
}

function Health({ target }: { target: WebhookTarget }) {
  const { disabled_reason, disabled_at, failure_count, failing_since, created_at } = target;
  if (disabled_at !== null) {
    const time = <RelativeTime iso={disabled_at} />;
    return disabled_reason === 'gone'
      ? rich('The endpoint answered 410 Gone. Disabled {time}. Fix your server, then enable the endpoint.', {
          time,
        })
      : rich(
          'All attempts failed for five days. Disabled {time}. Fix your server, then enable the endpoint.',
          { time },
        );
  }
  if (failure_count > 0 && failing_since !== null) {
    return rich(
      '{count, plural, one {The last # attempt failed} other {The last # attempts failed}}, since {time}. The endpoint is disabled after five days without a success.',
      { count: failure_count, time: <RelativeTime iso={failing_since} /> },
    );
  }
  return rich('Accepting webhooks. First used {time}.', { time: <RelativeTime iso={created_at} /> });
}
