import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { RadioTower } from 'lucide-react';
import { Badge } from '../../../components/badge.tsx';
import { Button } from '../../../components/button.tsx';
import { LoadedList } from '../../../components/feedback/states.tsx';
import { tellDone, tellError } from '../../../components/feedback/toast-store.ts';
import { RelativeTime } from '../../../components/relative-time.tsx';
import { MarkedItem } from '../../../components/table/marked-item.tsx';
import { useArrival } from '../../../components/table/use-arrival.ts';
import { useRowAddress } from '../../../components/table/use-row-address.ts';
import { enableTarget, targetListQuery, type WebhookTarget } from '../../../data/webhooks.ts';
import { formatCount } from '../../../lib/format/format.ts';

/** Every address that webhooks were sent to, and whether it takes them. */
export function TargetsTab() {
  const targets = useQuery(targetListQuery);
  const marked = useRowAddress(targets);
  const arrive = useArrival(marked);
  return (
    <LoadedList
      query={targets}
      empty={{
        icon: <RadioTower />,
        title: 'No targets yet',
        text: 'A target is an address of your server. It appears here with the first webhook that is sent to it.',
      }}
    >
      {(all) => (
        <ul className="grid gap-3">
          {all.map((target) => (
            <TargetItem key={target.id} target={target} mark={target.id === marked ? arrive : undefined} />
          ))}
        </ul>
      )}
    </LoadedList>
  );
}

interface TargetItemProps {
  target: WebhookTarget;
  /** Of the one that the address points at. */
  mark: ((element: HTMLElement | null) => void) | undefined;
}

function TargetItem({ target, mark }: TargetItemProps) {
  const { id, url, status, waiting_count: waiting } = target;
  const queries = useQueryClient();
  const enable = useMutation({
    mutationFn: () => enableTarget(id),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['webhooks'] });
      tellDone('Target enabled. What was held for it is sent now.');
    },
    onError: tellError,
  });
  const isDisabled = status === 'disabled';
  return (
    <MarkedItem mark={mark} className="flex flex-wrap items-start gap-x-4 gap-y-3">
      <div className="min-w-0 flex-1 basis-72">
        <p className="flex flex-wrap items-center gap-2">
          <Badge tone={isDisabled ? 'bad' : 'good'}>{isDisabled ? 'Switched off' : 'Enabled'}</Badge>
          <span className="min-w-0 break-all font-medium">{url}</span>
        </p>
        <p className="mt-1.5 text-ink-soft text-sm">
          <Health target={target} />
        </p>
        {waiting > 0 && (
          <p className="mt-1 text-sm">
            <Link
              to="/webhooks"
              search={{ status: isDisabled ? 'held' : 'pending' }}
              className="text-accent-strong underline"
            >
              {formatCount(waiting)} {waiting === 1 ? 'webhook waits' : 'webhooks wait'} for it
            </Link>
          </p>
        )}
      </div>
      {isDisabled && (
        <Button variant="primary" isBusy={enable.isPending} onClick={() => enable.mutate()}>
          Enable again
        </Button>
      )}
    </MarkedItem>
  );
}

function Health({ target }: { target: WebhookTarget }) {
  const { disabled_reason, disabled_at, failure_count, failing_since, created_at } = target;
  if (disabled_at !== null) {
    return (
      <>
        {disabled_reason === 'gone'
          ? 'It answered 410: it wants no more webhooks. '
          : 'It did nothing but fail for five days on end. '}
        Switched off <RelativeTime iso={disabled_at} />. Mend it first, then enable it.
      </>
    );
  }
  if (failure_count > 0 && failing_since !== null) {
    return (
      <>
        The last {formatCount(failure_count)} {failure_count === 1 ? 'attempt' : 'attempts'} failed, since{' '}
        <RelativeTime iso={failing_since} />. After five days of failures alone it is switched off.
      </>
    );
  }
  return (
    <>
      It takes what is sent. First used <RelativeTime iso={created_at} />.
    </>
  );
}
