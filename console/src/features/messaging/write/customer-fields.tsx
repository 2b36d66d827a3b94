import type { FieldErrors } from '#contract/validation.ts';
import { Field } from '../../../components/form/field.tsx';
import { Input } from '../../../components/form/input.tsx';
import { Select } from '../../../components/form/select.tsx';
import type { Sender } from '../../../data/senders.ts';
import { t } from '../../../lib/i18n/t.ts';

/** Sender and recipient as typed. */
export interface TypedCustomer {
  sender_id: string | null;
  recipient_phone: string;
  recipient_name: string;
}

interface CustomerFieldsProps {
  senders: readonly Sender[];
  typed: TypedCustomer;
  errors: FieldErrors;
  onChange: (typed: TypedCustomer) => void;
}

export function CustomerFields({ senders, typed, errors, onChange }: CustomerFieldsProps) {
  return (
    <>
      <Field label={t('From')} error={errors['sender_id']?.[0]}>
        {(control) => (
          <Select
            {...control}
            value={typed.sender_id}
            options={senders.map(({ id, display_name, phone_number, status }) => ({
              value: String(id),
              label: display_name,
              hint: status === 'online' ? phone_number : t('{number}, offline', { number: phone_number }),
            }))}
            onChange={(sender_id) => onChange({ ...typed, sender_id })}
          />
        )}
      </Field>
      <Field
        label={t('Phone number')}
        hint={t('International format, for example +40 721 234 567.')}
        error={errors['recipient_phone']?.[0]}
      >
        {(control) => (
          <Input
            {...control}
            type="tel"
            autoComplete="off"
            value={typed.recipient_phone}
            onChange={(event) => onChange({ ...typed, recipient_phone: event.target.value })}
          />
        )}
      </Field>
      <Field
        label={t('Name')}
        hint={t('Optional. Helps you find the conversation.')}
        error={errors['recipient_name']?.[0]}
      >
        {(control) => (
          <Input
            {...control}
            autoComplete="off"
            value={typed.recipient_name}
            onChange={(event) => onChange({ ...typed, recipient_name: event.target.value })}
          />
        )}
      </Field>
    </>
  );
}
