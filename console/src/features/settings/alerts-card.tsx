import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { ALERT_CHANNELS, ALERT_KINDS, type AlertChannel, type AlertKind } from '#contract/alerts.ts';
import { Button } from '../../components/button.tsx';
import { Callout } from '../../components/feedback/callout.tsx';
import { Loaded } from '../../components/feedback/states.tsx';
import { showError, showSuccess } from '../../components/feedback/toast-store.ts';
import { Field } from '../../components/form/field.tsx';
import { Input } from '../../components/form/input.tsx';
import { Card } from '../../components/layout/card.tsx';
import {
  type AlertSettings,
  alertSettingsQuery,
  changeAlertSettings,
  sendTestEmail,
} from '../../data/alerts.ts';
import { sessionQuery } from '../../data/session.ts';
import { describeError, fieldErrors } from '../../lib/api/api-error.ts';
import { t } from '../../lib/i18n/t.ts';
import { translateServerText } from '../../lib/i18n/translate-server-text.ts';

const KIND_WORDS: Record<AlertKind, string> = {
  balance_low: t('Low balance'),
  campaign_paused: t('Campaign stopped automatically'),
  document_failed: t('Document could not be read'),
  endpoint_disabled: t('Webhook endpoint disabled'),
  provider_failed: t('Vendor keeps failing'),
  sender_problem: t('Messaging sender has a problem'),
};

const CHANNEL_WORDS: Record<AlertChannel, string> = {
  console: t('Console'),
  email: t('Email'),
  webhook: t('Webhook'),
};

/** Which alerts are shown and sent where. */
export function AlertsCard() {
  const settings = useQuery(alertSettingsQuery);
  return (
    <Card
      id="alerts"
      title={t('Alerts')}
      text={t(
        'Choose where each alert is sent. Webhooks go to the endpoints that subscribe to alert events.',
      )}
      className="lg:col-span-2"
    >
      <Loaded query={settings}>
        {(loaded) => (
          <div className="grid gap-6">
            <ChannelTable settings={loaded} />
            <ThresholdForm settings={loaded} />
            <EmailForm settings={loaded} />
          </div>
        )}
      </Loaded>
    </Card>
  );
}

function useSave(done: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: changeAlertSettings,
    onSuccess: async ({ data }) => {
      queries.setQueryData(alertSettingsQuery.queryKey, data);
      if (done !== '') showSuccess(done);
      await queries.invalidateQueries({ queryKey: ['alerts'] });
    },
  });
}

function ChannelTable({ settings }: { settings: AlertSettings }) {
  const save = useSave('');
  const queries = useQueryClient();
  const change = (kind: AlertKind, channel: AlertChannel, isOn: boolean): void => {
    // The box changes at once, and back if the server refuses.
    const channels = { ...settings.channels, [kind]: { ...settings.channels[kind], [channel]: isOn } };
    queries.setQueryData(alertSettingsQuery.queryKey, { ...settings, channels });
    save.mutate(
      { channels: { [kind]: { [channel]: isOn } } },
      {
        onError: (error) => {
          showError(error);
          void queries.invalidateQueries({ queryKey: alertSettingsQuery.queryKey });
        },
      },
    );
  };
  return (
    <table className="w-full text-sm">
      <thead>
        <tr className="text-left text-ink-soft">
          <th scope="col" className="py-1.5 font-medium">
            {t('Alert')}
          </th>
          {ALERT_CHANNELS.map((channel) => (
            <th key={channel} scope="col" className="w-20 py-1.5 text-center font-medium">
              {CHANNEL_WORDS[channel]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {ALERT_KINDS.map((kind) => (
          <tr key={kind} className="border-line border-t">
            <th scope="row" className="py-2 text-left font-normal">
              {KIND_WORDS[kind]}
            </th>
            {ALERT_CHANNELS.map((channel) => (
              <td key={channel} className="py-2 text-center">
                <input
                  type="checkbox"
                  className="size-4.5 accent-accent"
                  aria-label={`${KIND_WORDS[kind]}: ${CHANNEL_WORDS[channel]}`}
                  checked={settings.channels[kind][channel]}
                  onChange={({ target }) => change(kind, channel, target.checked)}
                />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function ThresholdForm({ settings }: { settings: AlertSettings }) {
  const [typed, setTyped] = useState<string | null>(null);
  const save = useSave(t('Threshold saved.'));
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    save.mutate({ low_balance: Number(typed) }, { onSuccess: () => setTyped(null) });
  };
  return (
    <form onSubmit={submit} noValidate className="flex max-w-md flex-wrap items-end gap-2">
      <Field
        label={t('Alert when the balance is below (USD)')}
        hint={t('0 turns the alert off.')}
        error={fieldErrors(save.error)['low_balance']?.[0]}
      >
        {(control) => (
          <Input
            {...control}
            inputMode="decimal"
            className="max-w-32"
            value={typed ?? String(settings.low_balance)}
            onChange={(event) => setTyped(event.target.value)}
          />
        )}
      </Field>
      <Button type="submit" isBusy={save.isPending} isIdle={typed === null || typed.trim() === ''}>
        {t('Save threshold')}
      </Button>
    </form>
  );
}

function EmailForm({ settings }: { settings: AlertSettings }) {
  const session = useQuery(sessionQuery);
  const [typed, setTyped] = useState<string | null>(null);
  const save = useSave(t('Addresses saved.'));
  const test = useMutation({
    mutationFn: sendTestEmail,
    onSuccess: ({ message }) => showSuccess(translateServerText(message)),
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const emails = (typed ?? '').split(/[\s,;]+/).filter((address) => address !== '');
    save.mutate({ emails }, { onSuccess: () => setTyped(null) });
  };
  const error = Object.values(fieldErrors(save.error))[0]?.[0];
  if (!settings.is_email_configured) {
    return (
      <Callout>
        {t(
          'Email is off on this server. To turn it on, set PARLEY_SMTP_URL and PARLEY_MAIL_FROM on the server.',
        )}
      </Callout>
    );
  }
  return (
    <form onSubmit={submit} noValidate className="grid max-w-xl gap-3">
      <Field
        label={t('Email addresses')}
        hint={
          session.data === undefined
            ? t('Up to 5, separated by commas. If empty, emails go to your address.')
            : t('Up to 5, separated by commas. If empty, emails go to {email}.', {
                email: session.data.user.email,
              })
        }
        error={error}
      >
        {(control) => (
          <Input
            {...control}
            autoComplete="off"
            spellCheck={false}
            value={typed ?? settings.emails.join(', ')}
            onChange={(event) => setTyped(event.target.value)}
          />
        )}
      </Field>
      {test.error ? (
        <div role="alert">
          <Callout kind="bad">{describeError(test.error)}</Callout>
        </div>
      ) : null}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" isBusy={save.isPending} isIdle={typed === null}>
          {t('Save addresses')}
        </Button>
        <Button variant="quiet" isBusy={test.isPending} isIdle={typed !== null} onClick={() => test.mutate()}>
          {t('Send test email')}
        </Button>
      </div>
    </form>
  );
}
