import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { BellOff } from 'lucide-react';
import { alertWords } from '#contract/alert-words.ts';
import { alertTexts } from '../../components/alert-words.ts';
import { Button, buttonClasses } from '../../components/button.tsx';
import { EmptyState, Loaded } from '../../components/feedback/states.tsx';
import { showError, showSuccess } from '../../components/feedback/toast-store.ts';
import { IfAllowed } from '../../components/if-allowed.tsx';
import { Dialog } from '../../components/overlay/dialog.tsx';
import { RelativeTime } from '../../components/relative-time.tsx';
import { type Alert, dismissAlert, dismissAllAlerts, openAlertsQuery } from '../../data/alerts.ts';
import { useRights } from '../../data/rights.ts';
import { t } from '../../lib/i18n/t.ts';
import { translateServerText } from '../../lib/i18n/translate-server-text.ts';

/** Open alerts with links to their causes. */
export function AlertPanel({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const alerts = useQuery({ ...openAlertsQuery, enabled: isOpen });
  const settings: string = '/settings';
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={t('Alerts')}
      shape="side"
      actions={
        <>
          <Link to={settings} hash="alerts" className={buttonClasses({})} onClick={onClose}>
            {t('Alert settings')}
          </Link>
          {(alerts.data?.total ?? 0) > 1 && (
            <IfAllowed area="Alerts">
              <DismissAll />
            </IfAllowed>
          )}
        </>
      }
    >
      <Loaded query={alerts}>
        {({ alerts: open, total }) =>
          open.length === 0 ? (
            <EmptyState
              icon={<BellOff />}
              title={t('No open alerts')}
              text={t(
                'Problems with campaigns, documents, senders, webhooks, vendors and your balance appear here.',
              )}
            />
          ) : (
            <>
              <ul className="grid gap-3" aria-label={t('Open alerts')}>
                {open.map((alert) => (
                  <AlertItem key={alert.id} alert={alert} onLeave={onClose} />
                ))}
              </ul>
              {total > open.length && (
                <p className="mt-3 text-ink-soft text-sm">
                  {t('{count, plural, one {And # older alert.} other {And # older alerts.}}', {
                    count: total - open.length,
                  })}
                </p>
              )}
            </>
          )
        }
      </Loaded>
    </Dialog>
  );
}

function DismissAll() {
  const queries = useQueryClient();
  const dismissal = useMutation({
    mutationFn: dismissAllAlerts,
    onSuccess: async ({ message }) => {
      await queries.invalidateQueries({ queryKey: ['alerts'] });
      showSuccess(message);
    },
    onError: showError,
  });
  return (
    <Button isBusy={dismissal.isPending} onClick={() => dismissal.mutate()}>
      {t('Dismiss all')}
    </Button>
  );
}

function AlertItem({ alert, onLeave }: { alert: Alert; onLeave: () => void }) {
  const queries = useQueryClient();
  const { includes } = useRights();
  const dismissal = useMutation({
    mutationFn: () => dismissAlert(alert.id),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['alerts'] }),
    onError: showError,
  });
  const about = {
    kind: alert.kind,
    objectId: alert.object_id,
    objectName: alert.object_name,
    parentId: alert.parent_id,
  };
  const { title, action } = alertTexts(about);
  const address: string = alertWords(about).page;
  return (
    <li className="wrap-anywhere grid gap-1 rounded-lg border border-line bg-surface px-4 py-3">
      <p className="font-medium" dir="auto">
        {title}
      </p>
      <p className="text-ink-soft text-sm" dir="auto">
        {translateServerText(alert.message)}
      </p>
      <p className="text-ink-soft text-xs">
        <RelativeTime iso={alert.last_at} />
        {alert.count > 1 && (
          <> · {t('{count, plural, one {# time} other {# times}}', { count: alert.count })}</>
        )}
      </p>
      <div className="mt-1 flex flex-wrap gap-2">
        <Link to={address} className={buttonClasses({ size: 'small' })} onClick={onLeave}>
          {action}
        </Link>
        {includes('agent') && (
          <Button
            variant="quiet"
            size="small"
            isBusy={dismissal.isPending}
            onClick={() => dismissal.mutate()}
            aria-label={t('Dismiss: {title}', { title })}
          >
            {t('Dismiss')}
          </Button>
        )}
      </div>
    </li>
  );
}
