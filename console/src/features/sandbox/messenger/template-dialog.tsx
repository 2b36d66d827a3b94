import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { FieldErrors } from '#contract/validation.ts';
import { showSuccess } from '../../../components/feedback/toast-store.ts';
import { Field } from '../../../components/form/field.tsx';
import { Input, TextArea } from '../../../components/form/input.tsx';
import { Select } from '../../../components/form/select.tsx';
import { placesOf } from '../../../components/messaging/template-text.ts';
import { FormDialog } from '../../../components/overlay/form-dialog.tsx';
import { addSandboxTemplate, type SandboxSender } from '../../../data/sandbox-messages.ts';
import { fieldErrors } from '../../../lib/api/api-error.ts';
import { intentionKeys } from '../../../lib/api/intention-key.ts';
import { atTheField } from '../../../lib/forms/at-the-field.ts';
import { rich, t } from '../../../lib/i18n/t.ts';
import { translateServerText } from '../../../lib/i18n/translate-server-text.ts';

const CATEGORIES = ['UTILITY', 'MARKETING', 'AUTHENTICATION'] as const;
const STATES = ['approved', 'pending', 'rejected', 'paused', 'disabled'] as const;

interface TemplateValues {
  name: string;
  body_text: string;
  language: string;
  category: string;
  /** Names of the placeholders by number. */
  places: Readonly<Record<string, string>>;
  status: (typeof STATES)[number];
}

const NEW_TEMPLATE: TemplateValues = {
  name: '',
  body_text: '',
  language: 'en',
  category: 'UTILITY',
  places: {},
  status: 'approved',
};

/** Creates a sandbox template with a chosen approval status, in place of a carrier's review. */
export function TemplateDialog({ sender, onClose }: { sender: SandboxSender; onClose: () => void }) {
  const queries = useQueryClient();
  const [keyOf] = useState(intentionKeys);
  const [values, setValues] = useState(NEW_TEMPLATE);
  const add = useMutation({
    mutationFn: () => {
      const { places, ...fields } = values;
      const template = { ...fields, variables: namesOf(values.body_text, places) };
      return addSandboxTemplate(sender.id, template, keyOf(template));
    },
    onSuccess: async ({ name }) => {
      await queries.invalidateQueries({ queryKey: ['templates'] });
      showSuccess(t('Template {name} created.', { name }));
      onClose();
    },
  });
  return (
    <FormDialog
      onSubmit={add.mutate}
      isBusy={add.isPending}
      error={add.error}
      onClose={onClose}
      title={t('New template')}
      text={t('Outside the 24-hour window, only approved templates can be sent.')}
      action={t('Create template')}
    >
      <TemplateFields values={values} onChange={setValues} errors={fieldErrors(add.error)} />
    </FormDialog>
  );
}

/** Placeholder names, unnamed ones by their number; null if none is named. */
function namesOf(body_text: string, places: TemplateValues['places']): string[] | null {
  const last = placesOf({ body_text, variables: [], variable_kinds: [] }).at(-1)?.place ?? 0;
  const names = Array.from({ length: last }, (_, index) => places[index + 1]?.trim() ?? '');
  return names.every((name) => name === '') ? null : names.map((name, index) => name || String(index + 1));
}

interface TemplateFieldsProps {
  values: TemplateValues;
  onChange: (values: TemplateValues) => void;
  errors: FieldErrors;
}

function TemplateFields({ values, onChange, errors }: TemplateFieldsProps) {
  return (
    <>
      <Field label={t('Name')} error={errors['name']?.[0]}>
        {(control) => (
          <Input
            {...control}
            value={values.name}
            onChange={(event) => onChange({ ...values, name: event.target.value })}
          />
        )}
      </Field>
      <Field
        label={t('Message')}
        hint={rich('Use {first}, {second} as placeholders.', {
          first: <code>{'{{1}}'}</code>,
          second: <code>{'{{2}}'}</code>,
        })}
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
      <PlaceNames values={values} onChange={onChange} errors={errors} />
      <KindFields values={values} onChange={onChange} errors={errors} />
      <Field label={t('Approval status')} error={errors['status']?.[0]}>
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

/** Names of the placeholders, shown when sending the template. */
function PlaceNames({ values, onChange, errors }: TemplateFieldsProps) {
  const places = placesOf({ body_text: values.body_text, variables: [], variable_kinds: [] });
  const error = Object.entries(errors).find(([path]) => /^variables(\.|$)/.test(path))?.[1][0];
  if (places.length === 0) return null;
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-1 font-medium text-sm">{t('Placeholder names')}</legend>
      <div className="grid gap-3 sm:grid-cols-2">
        {places.map(({ place }) => (
          <Field key={place} label={t('Name of {placeholder}', { placeholder: `{{${place}}}` })}>
            {(control) => (
              <Input
                {...control}
                maxLength={255}
                placeholder={t('Value {place}', { place })}
                value={values.places[place] ?? ''}
                onChange={(event) =>
                  onChange({ ...values, places: { ...values.places, [place]: event.target.value } })
                }
              />
            )}
          </Field>
        ))}
      </div>
      {error !== undefined && (
        <p role="alert" className="text-bad text-sm">
          {translateServerText(atTheField(error))}
        </p>
      )}
    </fieldset>
  );
}

/** Language and category of the template. */
function KindFields({ values, onChange, errors }: TemplateFieldsProps) {
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <Field label={t('Language')} hint={t('A code such as en or ro.')} error={errors['language']?.[0]}>
        {(control) => (
          <Input
            {...control}
            value={values.language}
            onChange={(event) => onChange({ ...values, language: event.target.value })}
          />
        )}
      </Field>
      <Field label={t('Category')} error={errors['category']?.[0]}>
        {(control) => (
          <Select
            {...control}
            value={values.category}
            options={CATEGORIES.map((value) => ({ value, label: value }))}
            onChange={(category) => onChange({ ...values, category: category ?? 'UTILITY' })}
          />
        )}
      </Field>
    </div>
  );
}
