import { ArrowDown, ArrowUp, Plus, X } from 'lucide-react';
import { type UseFormReturn, useFieldArray } from 'react-hook-form';
import { Button, IconButton } from '../../../components/button.tsx';
import { Field } from '../../../components/form/field.tsx';
import { Input } from '../../../components/form/input.tsx';
import { errorAt } from '../../../lib/forms/nest-errors.ts';
import { t } from '../../../lib/i18n/t.ts';
import { type LeadValues, NEW_CONTACT } from './lead-values.ts';
import { VariableFields } from './variable-fields.tsx';

const MOST = 10;

/** Secondary numbers of a lead, in calling order. */
export function ContactFields({ form }: { form: UseFormReturn<LeadValues> }) {
  const { fields, append, remove, move } = useFieldArray({
    control: form.control,
    name: 'secondary_contacts',
  });
  const error = errorAt(form.formState.errors, 'secondary_contacts');
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-1 font-medium text-sm">{t('Additional numbers')}</legend>
      <p className="text-ink-soft text-sm">
        {t('Called in this order if the previous number doesn’t answer.')}
      </p>
      {fields.length > 0 && (
        <ul className="grid gap-3">
          {fields.map((field, index) => (
            <li key={field.id} className="grid gap-3 rounded-lg border border-line p-3">
              <div className="flex items-end gap-1">
                <div className="min-w-0 flex-1">
                  <Field
                    label={t('Number {number}', { number: index + 2 })}
                    error={errorAt(form.formState.errors, `secondary_contacts.${index}.phone_number`)}
                  >
                    {(control) => (
                      <Input
                        {...control}
                        {...form.register(`secondary_contacts.${index}.phone_number`)}
                        type="tel"
                      />
                    )}
                  </Field>
                </div>
                <IconButton
                  label={t('Move number {number} up', { number: index + 2 })}
                  isIdle={index === 0}
                  onClick={() => move(index, index - 1)}
                >
                  <ArrowUp />
                </IconButton>
                <IconButton
                  label={t('Move number {number} down', { number: index + 2 })}
                  isIdle={index === fields.length - 1}
                  onClick={() => move(index, index + 1)}
                >
                  <ArrowDown />
                </IconButton>
                <IconButton
                  label={t('Remove number {number}', { number: index + 2 })}
                  onClick={() => remove(index)}
                >
                  <X />
                </IconButton>
              </div>
              <VariableFields
                form={form}
                path={`secondary_contacts.${index}.variables`}
                title={t('Variables of number {number}', { number: index + 2 })}
              />
            </li>
          ))}
        </ul>
      )}
      {error && (
        <p role="alert" className="text-bad text-sm">
          {error}
        </p>
      )}
      <div>
        <Button
          data-adds
          size="small"
          icon={<Plus />}
          isIdle={fields.length >= MOST}
          onClick={() => append({ ...NEW_CONTACT })}
        >
          {t('Add number')}
        </Button>
      </div>
    </fieldset>
  );
}
