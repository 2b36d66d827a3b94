import { useId, useState } from 'react';
import { useForm } from 'react-hook-form';
import { Button } from '../../../components/button.tsx';
import { Callout } from '../../../components/feedback/callout.tsx';
import { tellDone } from '../../../components/feedback/toast-store.ts';
import { Field } from '../../../components/form/field.tsx';
import { Input } from '../../../components/form/input.tsx';
import { Switch } from '../../../components/form/switch.tsx';
import { Dialog } from '../../../components/overlay/dialog.tsx';
import { changeLead, createLead, type Lead } from '../../../data/leads.ts';
import { describeError } from '../../../lib/api/api-error.ts';
import { intentionKeys } from '../../../lib/api/intention-key.ts';
import { errorAt } from '../../../lib/forms/nest-errors.ts';
import { showServerErrors } from '../../../lib/forms/server-errors.ts';
import { useRefresh } from '../use-refresh.ts';
import { ContactFields } from './contact-fields.tsx';
import { type LeadValues, leadRequest, leadResolver, leadUpdate, leadValues } from './lead-values.ts';
import { VariableFields } from './variable-fields.tsx';

interface LeadDialogProps {
  campaignId: number;
  /** Null: a new one. */
  lead: Lead | null;
  onClose: () => void;
  onSaved: (id: number) => void;
}

/** One lead to write: its number, its variables, the numbers to call when nobody answers. */
export function LeadDialog({ campaignId, lead, onClose, onSaved }: LeadDialogProps) {
  const formId = useId();
  const refresh = useRefresh();
  const [keyOf] = useState(intentionKeys);
  const [error, setError] = useState<unknown>(null);
  const form = useForm<LeadValues>({
    defaultValues: leadValues(lead),
    resolver: leadResolver(campaignId, lead),
    mode: 'onTouched',
  });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async (values) => {
    setError(null);
    try {
      const request = leadRequest(values, campaignId);
      const { data } = await (lead === null
        ? createLead(request, keyOf(request))
        : changeLead(lead.id, leadUpdate(values, lead)));
      await refresh();
      tellDone(lead === null ? 'Lead added.' : 'Lead saved.');
      onSaved(data.id);
    } catch (failure) {
      if (!showServerErrors(form, failure)) setError(failure);
    }
  });
  return (
    <Dialog
      isOpen
      onClose={onClose}
      shape="side"
      title={lead === null ? 'Add a lead' : `Edit ${lead.phone_number}`}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} variant="primary" isBusy={isSubmitting}>
            {lead === null ? 'Add' : 'Save'}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit} noValidate className="grid gap-6">
        {error !== null && (
          <div role="alert">
            <Callout kind="bad">{describeError(error)}</Callout>
          </div>
        )}
        <Field
          label="Phone number"
          hint="In international format, such as +40 721 000 000."
          error={errorAt(errors, 'phone_number')}
        >
          {(control) => (
            <Input {...control} {...form.register('phone_number')} type="tel" autoComplete="off" />
          )}
        </Field>
        <VariableFields
          form={form}
          path="variables"
          title="Variables"
          text={
            lead === null
              ? 'What the assistant knows of this person: {{name}} in its prompt becomes the value of name.'
              : 'An emptied value is stored as nothing. Variables cannot be taken away, only emptied.'
          }
          lockedNames={Object.keys(lead?.variables ?? {}).length}
          error={errorAt(errors, 'variables')}
        />
        <ContactFields form={form} />
        {lead === null && (
          <Switch
            label="Also when the campaign has this number already"
            hint="It is called once more, as another lead."
            isOn={form.watch('allow_dupplicate')}
            onChange={(isOn) => form.setValue('allow_dupplicate', isOn)}
          />
        )}
      </form>
    </Dialog>
  );
}
