import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { CopyButton } from '../../../components/copy-button.tsx';
import { tellDone, tellError } from '../../../components/feedback/toast-store.ts';
import { Field } from '../../../components/form/field.tsx';
import { Input } from '../../../components/form/input.tsx';
import { LeaveGuard } from '../../../components/form/leave-guard.tsx';
import { Switch } from '../../../components/form/switch.tsx';
import { Card, Facts } from '../../../components/layout/card.tsx';
import { UnreachableAddress } from '../../../components/unreachable-address.tsx';
import { changeSender, type SenderDetail } from '../../../data/senders.ts';
import { usePublicAddress } from '../../../data/use-public-address.ts';
import { fieldErrors } from '../../../lib/api/api-error.ts';
import { changedParts } from '../../../lib/forms/changed-parts.ts';
import { atAddress } from '../../../lib/public-address.ts';
import { AssistantField } from './assistant-field.tsx';
import { CredentialFields } from './credential-fields.tsx';
import { CARRIERS, QUALITY } from './sender-words.ts';

export function SenderSetup({ sender }: { sender: SenderDetail }) {
  const carrier = CARRIERS.find(({ name }) => name === sender.provider);
  return (
    <div className="grid grid-cols-1 gap-5 lg:grid-cols-2 lg:items-start">
      <SenderForm sender={sender} />
      <div className="grid gap-5">
        <Card title="At the carrier">
          <Facts
            facts={[
              ['Carrier', carrier?.label ?? sender.provider],
              ['Quality', QUALITY[sender.quality_rating].label],
              ['Limit', sender.messaging_limit_formatted],
            ]}
          />
          <WebhookAddress sender={sender} />
        </Card>
        {carrier !== undefined && carrier.credentials.length > 0 && (
          <CredentialCard sender={sender} carrier={carrier} />
        )}
      </div>
    </div>
  );
}

function WebhookAddress({ sender }: { sender: SenderDetail }) {
  const origin = usePublicAddress();
  const isSandbox = sender.provider === 'sandbox';
  const address = atAddress(sender.webhook_url, origin);
  return (
    <div className="mt-4 grid justify-items-start gap-2">
      <p className="font-medium text-sm">Webhook address</p>
      <p className="text-ink-soft text-sm">
        {isSandbox
          ? 'The sandbox already has it. There is nothing to enter.'
          : 'Enter it at the carrier, for messages and delivery reports.'}
      </p>
      <code className="block w-full break-all rounded-lg bg-sunken p-3 text-sm">{address}</code>
      {!isSandbox && <UnreachableAddress origin={origin} by="Carriers" />}
      <CopyButton text={address} label="Copy the address" size="small" />
    </div>
  );
}

type SenderChanges = Partial<Pick<SenderDetail, 'display_name' | 'assistant_id' | 'status'>>;

function SenderForm({ sender }: { sender: SenderDetail }) {
  const queries = useQueryClient();
  // What nobody touches here is left to those who change it elsewhere.
  const [changes, setChanges] = useState<SenderChanges>({});
  const shown = { ...sender, ...changes };
  const change = (part: SenderChanges): void => setChanges({ ...changes, ...part });
  const save = useMutation({
    mutationFn: () => changeSender(sender.id, changes).then(() => changes),
    onSuccess: async (sent) => {
      await queries.invalidateQueries({ queryKey: ['senders'] });
      // What was typed while it was on its way is still to be saved.
      setChanges((now) => changedParts(now, { ...sent }, { ...now }));
      tellDone('Saved.');
    },
    onError: (error) => Object.keys(fieldErrors(error)).length > 0 || tellError(error),
  });
  const fields = fieldErrors(save.error);
  const isDirty = Object.keys(changedParts(changes, { ...sender }, { ...changes })).length > 0;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <Card title="Who answers">
      <form onSubmit={submit} noValidate className="grid gap-4">
        <LeaveGuard isDirty={isDirty} isKept={() => true} />
        <Field label="Name" hint="That customers see." error={fields['display_name']?.[0]}>
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
          label="Online"
          hint="Offline, nothing is sent from it; what customers write is kept."
          isOn={shown.status === 'online'}
          onChange={(isOnline) => change({ status: isOnline ? 'online' : 'offline' })}
        />
        <div className="flex items-center gap-3">
          <Button type="submit" variant="primary" isBusy={save.isPending}>
            Save
          </Button>
          <p role="status" className="text-ink-soft text-sm">
            {isDirty && 'Not saved yet'}
          </p>
        </div>
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
      tellDone('Credentials replaced.');
    },
    onError: (error) => Object.keys(fieldErrors(error)).length > 0 || tellError(error),
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <Card title="Credentials" text="Sealed, and never shown again. New ones replace all of them.">
      <form onSubmit={submit} noValidate className="grid gap-4">
        <LeaveGuard isDirty={Object.values(values).some((text) => text !== '')} isKept={() => true} />
        <CredentialFields
          carrier={carrier}
          values={values}
          errors={fieldErrors(save.error)}
          onChange={setValues}
        />
        <div>
          <Button type="submit" isBusy={save.isPending}>
            Replace
          </Button>
        </div>
      </form>
    </Card>
  );
}
