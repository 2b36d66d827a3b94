import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { FieldErrors } from '#contract/validation.ts';
import { tellDone } from '../../../components/feedback/toast-store.ts';
import { Field } from '../../../components/form/field.tsx';
import { Input, TextArea } from '../../../components/form/input.tsx';
import { Select } from '../../../components/form/select.tsx';
import { FormDialog } from '../../../components/overlay/form-dialog.tsx';
import { addSandboxTemplate, type SandboxSender } from '../../../data/sandbox-messages.ts';
import { fieldErrors } from '../../../lib/api/api-error.ts';
import { intentionKeys } from '../../../lib/api/intention-key.ts';

const STATES = ['approved', 'pending', 'rejected', 'paused', 'disabled'] as const;

interface TemplateValues {
  name: string;
  body_text: string;
  status: (typeof STATES)[number];
}

const NEW_TEMPLATE: TemplateValues = { name: '', body_text: '', status: 'approved' };

/** A template as a carrier would have looked through it; the sandbox says yes or no as one wishes. */
export function TemplateDialog({ sender, onClose }: { sender: SandboxSender; onClose: () => void }) {
  const queries = useQueryClient();
  const [keyOf] = useState(intentionKeys);
  const [values, setValues] = useState(NEW_TEMPLATE);
  const add = useMutation({
    mutationFn: () => {
      const template = { ...values, language: 'en', category: 'UTILITY' } as const;
      return addSandboxTemplate(sender.id, template, keyOf(template));
    },
    onSuccess: async ({ name }) => {
      await queries.invalidateQueries({ queryKey: ['templates'] });
      tellDone(`Template ${name} is there.`);
      onClose();
    },
  });
  return (
    <FormDialog
      onSubmit={add.mutate}
      isBusy={add.isPending}
      error={add.error}
      onClose={onClose}
      title="A template"
      text="Outside the 24 hours after a customer’s message only approved templates may be sent. Send it from Messaging."
      action="Add the template"
    >
      <TemplateFields values={values} onChange={setValues} errors={fieldErrors(add.error)} />
    </FormDialog>
  );
}

interface TemplateFieldsProps {
  values: TemplateValues;
  onChange: (values: TemplateValues) => void;
  errors: FieldErrors;
}

function TemplateFields({ values, onChange, errors }: TemplateFieldsProps) {
  return (
    <>
      <Field label="Name" error={errors['name']?.[0]}>
        {(control) => (
          <Input
            {...control}
            value={values.name}
            onChange={(event) => onChange({ ...values, name: event.target.value })}
          />
        )}
      </Field>
      <Field
        label="Text"
        hint={
          <>
            Places to be filled in are written <code>{'{{1}}'}</code>, <code>{'{{2}}'}</code>.
          </>
        }
        error={errors['body_text']?.[0]}
      >
        {(control) => (
          <TextArea
            {...control}
            value={values.body_text}
            onChange={(event) => onChange({ ...values, body_text: event.target.value })}
          />
        )}
      </Field>
      <Field label="The carrier says" error={errors['status']?.[0]}>
        {(control) => (
          <Select
            {...control}
            value={values.status}
            options={STATES.map((value) => ({ value, label: value }))}
            onChange={(chosen) => {
              const status = STATES.find((one) => one === chosen);
              if (status !== undefined) onChange({ ...values, status });
            }}
          />
        )}
      </Field>
    </>
  );
}
