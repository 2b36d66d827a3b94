import { Plus, Trash2 } from 'lucide-react';
import { Controller } from 'react-hook-form';
import { Button, IconButton } from '../../../components/button.tsx';
import { Field, FieldGroup } from '../../../components/form/field.tsx';
import { Input } from '../../../components/form/input.tsx';
import { Select } from '../../../components/form/select.tsx';
import { errorAt } from '../../../lib/forms/nest-errors.ts';
import { useRows } from '../../../lib/forms/use-rows.ts';
import { t } from '../../../lib/i18n/t.ts';
import type { ToolFormState } from './tool-values.ts';

const TYPES = [
  { value: 'string', label: t('Text') },
  { value: 'number', label: t('Number', undefined, 'data type') },
  { value: 'boolean', label: t('Yes or no') },
] as const;

/** Parameters that the assistant collects in the conversation before the request. */
export function ParameterFields({ form }: { form: ToolFormState }) {
  const { rows, append, remove } = useRows(form.control, 'schema');
  const whole = errorAt(form.formState.errors, 'schema');
  return (
    <FieldGroup title={t('Parameters')} text={t('The assistant collects these before it makes the request.')}>
      {whole !== undefined && (
        <p role="alert" className="text-bad text-sm">
          {whole}
        </p>
      )}
      {rows.map((row, index) => (
        <ParameterRow key={row.id} form={form} index={index} onRemove={() => remove(index)} />
      ))}
      <div>
        <Button
          data-adds
          icon={<Plus />}
          onClick={() => append({ name: '', type: 'string', description: '' })}
        >
          {t('Add parameter')}
        </Button>
      </div>
    </FieldGroup>
  );
}

interface ParameterRowProps {
  form: ToolFormState;
  index: number;
  onRemove: () => void;
}

function ParameterRow({ form, index, onRemove }: ParameterRowProps) {
  const { errors } = form.formState;
  return (
    <fieldset className="grid gap-3 rounded-xl border border-line bg-surface p-4">
      <legend className="sr-only">{t('Parameter {number}', { number: index + 1 })}</legend>
      <div className="grid items-start gap-3 sm:grid-cols-[minmax(0,1fr)_9rem_auto]">
        <Field label={t('Name')} error={errorAt(errors, `schema.${index}.name`)}>
          {(control) => (
            <Input
              {...control}
              {...form.register(`schema.${index}.name`)}
              className="font-mono"
              spellCheck={false}
            />
          )}
        </Field>
        <Field label={t('Type')} error={errorAt(errors, `schema.${index}.type`)}>
          {(control) => (
            <Controller
              control={form.control}
              name={`schema.${index}.type`}
              render={({ field }) => (
                <Select {...control} value={field.value} options={TYPES} onChange={field.onChange} />
              )}
            />
          )}
        </Field>
        <IconButton
          label={t('Remove parameter {number}', { number: index + 1 })}
          className="sm:mt-6.5"
          onClick={onRemove}
        >
          <Trash2 />
        </IconButton>
      </div>
      <Field
        label={t('Description')}
        hint={t('For example: “Order number, eight digits, from the confirmation.”')}
        error={errorAt(errors, `schema.${index}.description`)}
      >
        {(control) => <Input {...control} {...form.register(`schema.${index}.description`)} />}
      </Field>
    </fieldset>
  );
}
