import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { showSuccess } from '../../../components/feedback/toast-store.ts';
import { Switch } from '../../../components/form/switch.tsx';
import { FormDialog } from '../../../components/overlay/form-dialog.tsx';
import { changeLead, createLead, type Lead } from '../../../data/leads.ts';
import { intentionKeys } from '../../../lib/api/intention-key.ts';
import { errorAt } from '../../../lib/forms/nest-errors.ts';
import { useSending } from '../../../lib/forms/use-sending.ts';
import { t } from '../../../lib/i18n/t.ts';
import { NumberField } from '../number-field.tsx';
import { useRefresh } from '../use-refresh.ts';
import { ContactFields } from './contact-fields.tsx';
import { type LeadValues, leadRequest, leadResolver, leadUpdate, leadValues } from './lead-values.ts';
import { VariableFields } from './variable-fields.tsx';

interface LeadDialogProps {
  campaignId: number;
  /** Null for a new lead. */
  lead: Lead | null;
  onClose: () => void;
  /** Called with the saved lead's id; must close the dialog. */
  onSaved: (id: number) => unknown;
}

/** Form of a lead: phone number, variables and additional numbers. */
export function LeadDialog({ campaignId, lead: now, onClose, onSaved }: LeadDialogProps) {
  // Compare with the lead as it was when the dialog opened, so that variables that a call has added since survive.
  const [lead] = useState(now);
  const refresh = useRefresh();
  const [keyOf] = useState(intentionKeys);
  const form = useForm<LeadValues>({
    defaultValues: leadValues(lead),
    resolver: leadResolver(campaignId, lead),
    mode: 'onTouched',
  });
  const { errors } = form.formState;
  const sending = useSending(form, async (values) => {
    const request = leadRequest(values, campaignId);
    const { data } = await (lead === null
      ? createLead(request, keyOf(request))
      : changeLead(lead.id, leadUpdate(values, lead)));
    await refresh();
    showSuccess(lead === null ? t('Lead added.') : t('Lead saved.'));
    onSaved(data.id);
  });
  return (
    <FormDialog
      {...sending}
      onClose={onClose}
      shape="side"
      title={lead === null ? t('Add lead') : t('Edit {number}', { number: lead.phone_number })}
      action={lead === null ? t('Add lead') : t('Save lead')}
    >
      <NumberField field={form.register('phone_number')} error={errorAt(errors, 'phone_number')} />
      <VariableFields
        form={form}
        path="variables"
        title={t('Variables')}
        text={
          lead === null
            ? t('Use them in prompts: {{name}} is replaced by the value of name.')
            : t('Existing variables can be emptied but not removed.')
        }
        lockedNames={Object.keys(lead?.variables ?? {}).length}
        error={errorAt(errors, 'variables')}
      />
      <ContactFields form={form} />
      {lead === null && (
        <Switch
          label={t('Allow duplicate')}
          hint={t('Adds the lead even if this number is already in the campaign.')}
          isOn={form.watch('allow_dupplicate')}
          onChange={(isOn) => form.setValue('allow_dupplicate', isOn)}
        />
      )}
    </FormDialog>
  );
}
