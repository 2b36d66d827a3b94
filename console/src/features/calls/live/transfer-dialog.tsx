import { useState } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { transferRequest } from '#contract/live-call.ts';
import { showSuccess } from '../../../components/feedback/toast-store.ts';
import { Field } from '../../../components/form/field.tsx';
import { Input, TextArea } from '../../../components/form/input.tsx';
import { Switch } from '../../../components/form/switch.tsx';
import { FormDialog } from '../../../components/overlay/form-dialog.tsx';
import { transferCall } from '../../../data/live-call.ts';
import { intentionKeys } from '../../../lib/api/intention-key.ts';
import { contractResolver } from '../../../lib/forms/contract-resolver.ts';
import { useSending } from '../../../lib/forms/use-sending.ts';
import { t } from '../../../lib/i18n/t.ts';

interface TransferForm {
  phone_number: string;
  message: string;
  warm: boolean;
  briefing: string;
}

const resolver = contractResolver<TransferForm, typeof transferRequest>(transferRequest);
const EMPTY: TransferForm = { phone_number: '', message: '', warm: false, briefing: '' };

/** Transfers the customer of a running call. */
export function TransferDialog({ callId, onClose }: { callId: number; onClose: () => void }) {
  const [keyOf] = useState(intentionKeys);
  const form = useForm({ resolver, defaultValues: EMPTY });
  const sending = useSending(form, async (body) => {
    await transferCall({ callId, body, idempotencyKey: keyOf(body) });
    showSuccess(t('Transferring the call.'));
    onClose();
  });
  const { errors } = form.formState;
  return (
    <FormDialog
      {...sending}
      onClose={onClose}
      title={t('Transfer call')}
      text={t(
        'Connects the customer to another person. If the call is not answered, the assistant continues.',
      )}
      action={t('Transfer call')}
    >
      <Field
        label={t('Phone number')}
        hint={t('A number in international format, or a SIP address.')}
        error={errors.phone_number?.message}
      >
        {(control) => <Input {...control} {...form.register('phone_number')} autoComplete="off" />}
      </Field>
      <Field
        label={t('Message to the customer')}
        hint={t('Optional. Spoken before the transfer.')}
        error={errors.message?.message}
      >
        {(control) => <TextArea {...control} {...form.register('message')} rows={2} />}
      </Field>
      <Controller
        control={form.control}
        name="warm"
        render={({ field: { value, onChange } }) => (
          <Switch
            label={t('Warm transfer')}
            hint={t('The assistant briefs the person before it connects the customer.')}
            isOn={value}
            onChange={onChange}
          />
        )}
      />
      {form.watch('warm') && (
        <Field
          label={t('Briefing')}
          hint={t('Optional. Spoken to the person.')}
          error={errors.briefing?.message}
        >
          {(control) => <TextArea {...control} {...form.register('briefing')} rows={2} />}
        </Field>
      )}
    </FormDialog>
  );
}
