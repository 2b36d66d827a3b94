import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { ALERT_CHANNELS, ALERT_KINDS, type AlertChannel, type AlertKind } from '#contract/alerts.ts';
import { ROLES, type Role } from '#contract/roles.ts';
import { Button } from '../../components/button.tsx';
import { Callout } from '../../components/feedback/callout.tsx';
import { Loaded } from '../../components/feedback/states.tsx';
import { showError, showSuccess } from '../../components/feedback/toast-store.ts';
import { Field } from '../../components/form/field.tsx';
import { Input } from '../../components/form/input.tsx';
import { SaveRow } from '../../components/form/save-row.tsx';
import { Card } from '../../components/layout/card.tsx';
import { ROLE_LABELS } from '../../components/role-options.ts';
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
    <form onSubmit={submit} noValidate className="grid gap-3">
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
      <SaveRow action={t('Save threshold')} isDirty={typed !== null} isBusy={save.isPending} />
    </form>
  );
}

function EmailForm({ settings }: { settings: AlertSettings }) {
  const session = useQuery(sessionQuery);
  const [typed, setTyped] = useState<string | null>(null);
  const [chosen, setChosen] = useState<Role[] | null>(null);
  const roles = chosen ?? settings.email_roles;
  const isDirty = typed !== null || chosen !== null;
  const save = useSave(t('Recipients saved.'));
  const test = useMutation({
    mutationFn: sendTestEmail,
    onSuccess: ({ message }) => showSuccess(translateServerText(message)),
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const emails = (typed ?? settings.emails.join(', ')).split(/[\s,;]+/).filter((one) => one !== '');
    const forget = (): void => {
      setTyped(null);
      setChosen(null);
    };
    save.mutate({ emails, email_roles: roles }, { onSuccess: forget });
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
    <form onSubmit={submit} noValidate className="grid gap-3">
      <Field
        label={t('Email addresses')}
        hint={
          session.data === undefined
            ? t('Up to 5, separated by commas. Without recipients, emails go to your address.')
            : t('Up to 5, separated by commas. Without recipients, emails go to {email}.', {
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
      <fieldset className="grid gap-2">
        <legend className="mb-1 font-medium text-sm">{t('Members who also get emails')}</legend>
        <div className="flex flex-wrap gap-x-4 gap-y-2">
          {ROLES.map((value) => (
            <label key={value} className="flex items-center gap-2 text-sm">
              <input
                type="checkbox"
                className="size-4.5 accent-accent"
                checked={roles.includes(value)}
                onChange={({ target }) =>
                  setChosen(target.checked ? [...roles, value] : roles.filter((role) => role !== value))
                }
              />
              {`${ROLE_LABELS[value]}s`}
            </label>
          ))}
        </div>
      </fieldset>
      <SaveRow action={t('Save recipients')} isDirty={isDirty} isBusy={save.isPending}>
        <div className="min-w-0 flex-1">
          <Button variant="quiet" isBusy={test.isPending} isIdle={isDirty} onClick={() => test.mutate()}>
            {t('Send test email')}
          </Button>
        </div>
      </SaveRow>
    </form>
  );
}
