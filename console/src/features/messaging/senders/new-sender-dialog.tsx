import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { FieldErrors } from '#contract/validation.ts';
import { showSuccess } from '../../../components/feedback/toast-store.ts';
import { Field } from '../../../components/form/field.tsx';
import { Input } from '../../../components/form/input.tsx';
import { Select } from '../../../components/form/select.tsx';
import { FormDialog } from '../../../components/overlay/form-dialog.tsx';
import { allAssistantsQuery } from '../../../data/assistants.ts';
import { createSandboxSender, createSender } from '../../../data/senders.ts';
import { sessionQuery } from '../../../data/session.ts';
import { fieldErrors } from '../../../lib/api/api-error.ts';
import { intentionKeys } from '../../../lib/api/intention-key.ts';
import { t } from '../../../lib/i18n/t.ts';
import { CARRIERS, type Carrier } from '../sender-words.ts';
import { AssistantField } from './assistant-field.tsx';
import { CredentialFields } from './credential-fields.tsx';

interface NewSenderDialogProps {
  onClose: () => void;
  /** Called with the new sender's id; must close the dialog. */
  onCreated: (id: number) => void;
}

interface TypedSender {
  phone_number: string;
  display_name: string;
  /** Undefined until it is chosen: the only inbound assistant, if there is one. */
  assistant_id: string | null | undefined;
  credentials: Readonly<Record<string, string>>;
}

const EMPTY: TypedSender = { phone_number: '', display_name: '', assistant_id: undefined, credentials: {} };

export function NewSenderDialog({ onClose, onCreated }: NewSenderDialogProps) {
  const queries = useQueryClient();
  const session = useQuery(sessionQuery);
  const offered = CARRIERS.filter(({ name }) => session.data?.features.message_carriers.includes(name));
  const [chosen, setChosen] = useState<string | null>(null);
  const carrier = offered.find(({ name }) => name === chosen) ?? offered.at(-1);
  const [typed, setTyped] = useState(EMPTY);
  const [keyOf] = useState(intentionKeys);
  const onlyAssistant = useOnlyAssistant();
  const sent = {
    ...typed,
    assistant_id: typed.assistant_id === undefined ? onlyAssistant : typed.assistant_id,
  };
  const create = useMutation({
    mutationFn: () => {
      const provider = carrier?.name ?? 'sandbox';
      return connect(provider, sent, keyOf({ provider, ...sent }));
    },
    onSuccess: async ({ id }) => {
      await queries.invalidateQueries({ queryKey: ['senders'] });
      showSuccess(t('Sender connected.'));
      onCreated(id);
    },
  });
  const fields = fieldErrors(create.error);
  return (
    <FormDialog
      onSubmit={create.mutate}
      isBusy={create.isPending}
      error={create.error}
      onClose={onClose}
      title={t('New sender')}
      action={t('Connect sender')}
    >
      <Field label={t('Carrier')} error={fields['provider']?.[0]}>
        {(control) => (
          <Select
            {...control}
            value={carrier?.name ?? null}
            options={offered.map(({ name, label }) => ({ value: name, label }))}
            onChange={setChosen}
          />
        )}
      </Field>
      {carrier !== undefined && (
        <SenderFields
          carrier={carrier}
          typed={sent}
          errors={fields}
          onChange={(changed) => setTyped({ ...typed, ...changed })}
        />
      )}
    </FormDialog>
  );
}

/** The id of the inbound assistant, if the account has exactly one. */
function useOnlyAssistant(): string | null {
  const assistants = useQuery(allAssistantsQuery).data ?? [];
  const [only, ...others] = assistants.filter(({ type }) => type === 'inbound');
  return only === undefined || others.length > 0 ? null : String(only.id);
}

type SentSender = TypedSender & { assistant_id: string | null };

function connect(provider: string, typed: SentSender, key: string): Promise<{ id: number }> {
  const { phone_number, credentials } = typed;
  const shared = {
    display_name: typed.display_name || null,
    assistant_id: typed.assistant_id === null ? null : Number(typed.assistant_id),
  };
  if (provider === 'sandbox') return createSandboxSender(shared, key);
  return createSender({ ...shared, provider, phone_number, credentials }, key);
}

interface SenderFieldsProps {
  carrier: Carrier;
  typed: SentSender;
  errors: FieldErrors;
  onChange: (changed: Partial<TypedSender>) => void;
}

function SenderFields({ carrier, typed, errors, onChange }: SenderFieldsProps) {
  return (
    <>
      {carrier.name === 'sandbox' ? (
        <p className="text-ink-soft text-sm">
          {t('The sender gets a free number. You play the customer in the sandbox.')}
        </p>
      ) : (
        <Field
          label={t('Phone number')}
          hint={t('As registered at the carrier, such as +40312345678.')}
          error={errors['phone_number']?.[0]}
        >
          {(control) => (
            <Input
              {...control}
              type="tel"
              value={typed.phone_number}
              onChange={(event) => onChange({ phone_number: event.target.value })}
            />
          )}
        </Field>
      )}
      <Field label={t('Name')} hint={t('Shown to customers.')} error={errors['display_name']?.[0]}>
        {(control) => (
          <Input
            {...control}
            value={typed.display_name}
            onChange={(event) => onChange({ display_name: event.target.value })}
          />
        )}
      </Field>
      <AssistantField
        value={typed.assistant_id}
        error={errors['assistant_id']?.[0]}
        onChange={(assistant_id) => onChange({ assistant_id })}
      />
      <CredentialFields
        carrier={carrier}
        values={typed.credentials}
        errors={errors}
        onChange={(credentials) => onChange({ credentials })}
      />
    </>
  );
}
