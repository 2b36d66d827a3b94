import { Eye, EyeOff, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { errorAt } from '../../lib/forms/nest-errors.ts';
import { useRows } from '../../lib/forms/use-rows.ts';
import { t } from '../../lib/i18n/t.ts';
import { Button, IconButton } from '../button.tsx';
import { Field } from './field.tsx';
import { Input } from './input.tsx';

interface HeaderValues {
  headers: { name: string; value: string }[];
}

/** The headers of the form in context. Their values are often secrets, so they are hidden by default. */
export function HeaderFields() {
  const form = useFormContext<HeaderValues>();
  const { rows, append, remove } = useRows(form.control, 'headers');
  return (
    <>
      {rows.map((row, index) => (
        <HeaderRow key={row.id} index={index} onRemove={() => remove(index)} />
      ))}
      <div>
        <Button data-adds icon={<Plus />} onClick={() => append({ name: '', value: '' })}>
          {t('Add header')}
        </Button>
      </div>
    </>
  );
}

interface HeaderRowProps {
  index: number;
  onRemove: () => void;
}

function HeaderRow({ index, onRemove }: HeaderRowProps) {
  const form = useFormContext<HeaderValues>();
  const [isShown, setShown] = useState(false);
  const { errors } = form.formState;
  return (
    <fieldset className="grid items-start gap-3 sm:grid-cols-[minmax(0,1fr)_minmax(0,1.4fr)_auto]">
      <legend className="sr-only">{t('Header {number}', { number: index + 1 })}</legend>
      <Field label={t('Name')} error={errorAt(errors, `headers.${index}.name`)}>
        {(control) => (
          <Input
            {...control}
            {...form.register(`headers.${index}.name`)}
            className="font-mono"
            spellCheck={false}
          />
        )}
      </Field>
      <Field label={t('Value')} error={errorAt(errors, `headers.${index}.value`)}>
        {(control) => (
          <Input
            {...control}
            {...form.register(`headers.${index}.value`)}
            type={isShown ? 'text' : 'password'}
            autoComplete="off"
            className="font-mono"
          />
        )}
      </Field>
      <div className="flex gap-3 sm:mt-6.5">
        <IconButton
          label={
            isShown
              ? t('Hide value {number}', { number: index + 1 })
              : t('Show value {number}', { number: index + 1 })
          }
          onClick={() => setShown(!isShown)}
        >
          {isShown ? <EyeOff /> : <Eye />}
        </IconButton>
        <IconButton label={t('Remove header {number}', { number: index + 1 })} onClick={onRemove}>
          <Trash2 />
        </IconButton>
      </div>
    </fieldset>
  );
}
