import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { CopyButton } from '../../../components/copy-button.tsx';
import { Editable } from '../../../components/editable.tsx';
import { Callout } from '../../../components/feedback/callout.tsx';
import { showError, showSuccess } from '../../../components/feedback/toast-store.ts';
import { Field } from '../../../components/form/field.tsx';
import { Input } from '../../../components/form/input.tsx';
import { SaveRow } from '../../../components/form/save-row.tsx';
import { Switch } from '../../../components/form/switch.tsx';
import { IfAllowed } from '../../../components/if-allowed.tsx';
import { Card, Facts } from '../../../components/layout/card.tsx';
import { LeaveGuard } from '../../../components/overlay/leave-guard.tsx';
import { RelativeTime } from '../../../components/relative-time.tsx';
import { UnreachableAddress } from '../../../components/unreachable-address.tsx';
import { changeSender, type SenderDetail } from '../../../data/senders.ts';
import { usePublicAddress } from '../../../data/use-public-address.ts';
import { fieldErrors } from '../../../lib/api/api-error.ts';
import { formatCount } from '../../../lib/format/format.ts';
import { changedParts } from '../../../lib/forms/changed-parts.ts';
import { t } from '../../../lib/i18n/t.ts';
import { translateServerText } from '../../../lib/i18n/translate-server-text.ts';
import { atAddress } from '../../../lib/public-address.ts';
import { CARRIERS, QUALITY } from '../sender-words.ts';
import { AssistantField } from './assistant-field.tsx';
import { CredentialFields } from './credential-fields.tsx';

export function SenderSetup({ sender }: { sender: SenderDetail }) {
  const carrier = CARRIERS.find(({ name }) => name === sender.provider);
  return (
    <div className="grid grid-cols-1 gap-5 lg:grid-cols-2 lg:items-start">
      <Editable area="Messaging">
        <SenderForm sender={sender} />
      </Editable>
      <div className="grid gap-5">
        <Card title={t('Carrier')}>
          {sender.problem !== null && (
            <div className="mb-4">
              <Callout kind="bad">{translateServerText(sender.problem)}</Callout>
            </div>
          )}
          <Facts
            facts={[
              [t('Carrier'), carrier?.label ?? sender.provider],
              [t('Quality'), QUALITY[sender.quality_rating].label],
              [t('Messaging limit'), sender.messaging_limit_formatted],
              [t('Last checked'), <LastChecked key="checked" iso={sender.health_checked_at} />],
              [t('Unmatched reports'), <UnmatchedReports key="reports" sender={sender} />],
            ]}
          />
          <WebhookAddress sender={sender} />
        </Card>
        {carrier !== undefined && carrier.credentials.length > 0 && (
          <IfAllowed area="Messaging">
            <CredentialCard sender={sender} carrier={carrier} />
          </IfAllowed>
        )}
      </div>
    </div>
  );
}

function LastChecked({ iso }: { iso: string | null }) {
  return iso === null ? t('Never') : <RelativeTime iso={iso} />;
}

function UnmatchedReports({ sender: { id, unattributed_reports: reports } }: { sender: SenderDetail }) {
  const text = t('{count} in the last 30 days', { count: formatCount(reports.count) });
  if (reports.count === 0) return text;
  return (
    <Link
      to="/messaging/senders/$senderId"
      params={{ senderId: String(id) }}
      search={{ tab: 'reports' }}
      className="text-accent-strong underline"
    >
      {text}
    </Link>
  );
}

function WebhookAddress({ sender }: { sender: SenderDetail }) {
  const origin = usePublicAddress();
  const isSandbox = sender.provider === 'sandbox';
  const address = atAddress(sender.webhook_url, origin);
  return (
    <div className="mt-4 grid justify-items-start gap-2">
      <p className="font-medium text-sm">{t('Webhook URL')}</p>
      <p className="text-ink-soft text-sm">
        {isSandbox
          ? t('Already configured in the sandbox.')
          : t('Enter this URL at your carrier to receive messages and delivery reports.')}
      </p>
      <code className="block w-full break-all rounded-lg bg-sunken p-3 text-sm">{address}</code>
      {!isSandbox && <UnreachableAddress origin={origin} by="carriers" />}
      <CopyButton text={address} label={t('Copy URL')} size="small" />
    </div>
  );
}

type SenderChanges = Partial<Pick<SenderDetail, 'display_name' | 'assistant_id' | 'status'>>;

function SenderForm({ sender }: { sender: SenderDetail }) {
  const queries = useQueryClient();
  // Send only changed fields, so that concurrent changes elsewhere survive.
  const [changes, setChanges] = useState<SenderChanges>({});
  const shown = { ...sender, ...changes };
  const change = (part: SenderChanges): void => setChanges({ ...changes, ...part });
  const save = useMutation({
    mutationFn: () => changeSender(sender.id, changes).then(() => changes),
    onSuccess: async (sent) => {
      await queries.invalidateQueries({ queryKey: ['senders'] });
      // Edits made while the request was pending are still unsaved.
      setChanges((now) => changedParts(now, { ...sent }, { ...now }));
      showSuccess(t('Sender saved.'));
    },
    onError: (error) => Object.keys(fieldErrors(error)).length > 0 || showError(error),
  });
  const fields = fieldErrors(save.error);
  const isDirty = Object.keys(changedParts(changes, { ...sender }, { ...changes })).length > 0;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <Card title={t('Settings')}>
      <form onSubmit={submit} noValidate className="grid gap-4">
        <LeaveGuard isDirty={isDirty} isKept={() => true} />
        <Field label={t('Name')} hint={t('Shown to customers.')} error={fields['display_name']?.[0]}>
          {(control) => (
            <Input
              {...control}
              value={shown.display_name}
              onChange={(event) => change({ display_name: event.target.value })}
            />
          )}
        </Field>
        <AssistantField
          value={shown.assistant_id === null ? null : String(shown.assistant_id)}
          error={fields['assistant_id']?.[0]}
          onChange={(id) => change({ assistant_id: id === null ? null : Number(id) })}
        />
        <Switch
          label={t('Online')}
          hint={t('An offline sender receives messages but sends nothing.')}
          isOn={shown.status === 'online'}
          onChange={(isOnline) => change({ status: isOnline ? 'online' : 'offline' })}
        />
        <SaveRow action={t('Save sender')} isDirty={isDirty} isBusy={save.isPending} />
      </form>
    </Card>
  );
}

function CredentialCard({ sender, carrier }: { sender: SenderDetail; carrier: (typeof CARRIERS)[number] }) {
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const save = useMutation({
    mutationFn: () => changeSender(sender.id, { credentials: values }),
    onSuccess: () => {
      setValues({});
      showSuccess(t('Credentials replaced.'));
    },
    onError: (error) => Object.keys(fieldErrors(error)).length > 0 || showError(error),
  });
  const isDirty = Object.values(values).some((text) => text !== '');
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <Card title={t('Credentials')} text={t('Stored encrypted and never shown. Saving replaces all of them.')}>
      <form onSubmit={submit} noValidate className="grid gap-4">
        <LeaveGuard isDirty={isDirty} isKept={() => true} />
        <CredentialFields
          carrier={carrier}
          values={values}
          errors={fieldErrors(save.error)}
          onChange={setValues}
        />
        <SaveRow action={t('Replace credentials')} isDirty={isDirty} isBusy={save.isPending} />
      </form>
    </Card>
  );
}
