import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { addToBlacklistRequest } from '#contract/blacklist.ts';
import { showSuccess } from '../../../components/feedback/toast-store.ts';
import { Field } from '../../../components/form/field.tsx';
import { Input } from '../../../components/form/input.tsx';
import { FormDialog } from '../../../components/overlay/form-dialog.tsx';
import { addToBlacklist } from '../../../data/blacklist.ts';
import { intentionKeys } from '../../../lib/api/intention-key.ts';
import { contractResolver } from '../../../lib/forms/contract-resolver.ts';
import { errorAt } from '../../../lib/forms/nest-errors.ts';
import { useSending } from '../../../lib/forms/use-sending.ts';
import { t } from '../../../lib/i18n/t.ts';
import { NumberField } from '../number-field.tsx';
import { useRefresh } from '../use-refresh.ts';

interface NumberValues {
  phone_number: string;
  reason: string;
}

export function AddNumberDialog({ onClose }: { onClose: () => void }) {
  const refresh = useRefresh();
  const [keyOf] = useState(intentionKeys);
  const form = useForm({
    defaultValues: { phone_number: '', reason: '' },
    resolver: contractResolver<NumberValues, typeof addToBlacklistRequest>(addToBlacklistRequest),
    mode: 'onTouched',
  });
  const { errors } = form.formState;
  const sending = useSending(form, async (request) => {
    await addToBlacklist(request, keyOf(request));
    await refresh();
    showSuccess(t('Number added to the do-not-call list.'));
    onClose();
  });
  return (
    <FormDialog
      {...sending}
      onClose={onClose}
      title={t('Add to do-not-call list')}
      text={t('Campaigns and single calls will no longer dial this number. Calls in progress continue.')}
      action={t('Add number')}
    >
      <NumberField field={form.register('phone_number')} error={errorAt(errors, 'phone_number')} />
      <Field
        label={t('Reason')}
        hint={t('Optional, visible to your team.')}
        error={errorAt(errors, 'reason')}
      >
        {(control) => <Input {...control} {...form.register('reason')} maxLength={255} />}
      </Field>
    </FormDialog>
  );
}
