import { Plus, X } from 'lucide-react';
import { type UseFormReturn, useFieldArray } from 'react-hook-form';
import { Button, IconButton } from '../../../components/button.tsx';
import { Input } from '../../../components/form/input.tsx';
import { t } from '../../../lib/i18n/t.ts';
import type { LeadValues } from './lead-values.ts';

interface VariableFieldsProps {
  form: UseFormReturn<LeadValues>;
  path: 'variables' | `secondary_contacts.${number}.variables`;
  title: string;
  text?: string;
  /** Number of leading rows whose names can't be changed because they are stored. */
  lockedNames?: number;
  error?: string | undefined;
}

/** Rows of variable names and values. */
export function VariableFields({ form, path, title, text, lockedNames = 0, error }: VariableFieldsProps) {
  const { fields, append, remove } = useFieldArray({ control: form.control, name: path });
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1 font-medium text-sm">{title}</legend>
      {text !== undefined && <p className="text-ink-soft text-sm">{text}</p>}
      {fields.length > 0 && (
        <ul className="grid gap-2">
          {fields.map((field, index) => {
            const isLocked = index < lockedNames;
            return (
              <li key={field.id} className="grid grid-cols-[minmax(0,1fr)_minmax(0,1.5fr)_auto] gap-2">
                <Input
                  {...form.register(`${path}.${index}.name`)}
                  aria-label={t('Name of variable {number}', { number: index + 1 })}
                  placeholder={t('name')}
                  maxLength={255}
                  readOnly={isLocked}
                  className={isLocked ? 'bg-sunken text-ink-soft' : ''}
                />
                <Input
                  {...form.register(`${path}.${index}.value`)}
                  aria-label={t('Value of variable {number}', { number: index + 1 })}
                  placeholder={t('value')}
                />
                <IconButton
                  label={t('Remove variable {number}', { number: index + 1 })}
                  isIdle={isLocked}
                  onClick={() => remove(index)}
                >
                  <X />
                </IconButton>
              </li>
            );
          })}
        </ul>
      )}
      {error && (
        <p role="alert" className="text-bad text-sm">
          {error}
        </p>
      )}
      <div>
        <Button data-adds size="small" icon={<Plus />} onClick={() => append({ name: '', value: '' })}>
          {t('Add variable')}
        </Button>
      </div>
    </fieldset>
  );
}
