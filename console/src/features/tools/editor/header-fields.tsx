import { Eye, EyeOff, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Button, IconButton } from '../../../components/button.tsx';
import { Field, FieldGroup } from '../../../components/form/field.tsx';
import { Input } from '../../../components/form/input.tsx';
import { errorAt } from '../../../lib/forms/nest-errors.ts';
import { useRows } from '../../../lib/forms/use-rows.ts';
import type { ToolFormState } from './tool-values.ts';

/** Header values are often secrets, so they are hidden by default. */
export function HeaderFields({ form }: { form: ToolFormState }) {
  const { rows, append, remove } = useRows(form.control, 'headers');
  return (
    <FieldGroup
      title="Headers"
      text="Sent with every request. Values are stored encrypted and never sent to models."
    >
      {rows.map((row, index) => (
        <HeaderRow key={row.id} form={form} index={index} onRemove={() => remove(index)} />
      ))}
      <div>
        <Button data-adds icon={<Plus />} onClick={() => append({ name: '', value: '' })}>
          Add header
        </Button>
      </div>
    </FieldGroup>
  );
}

interface HeaderRowProps {
  form: ToolFormState;
  index: number;
  onRemove: () => void;
}

function HeaderRow({ form, index, onRemove }: HeaderRowProps) {
  const [isShown, setShown] = useState(false);
  const { errors } = form.formState;
  return (
    <fieldset className="grid items-start gap-3 sm:grid-cols-[minmax(0,1fr)_minmax(0,1.4fr)_auto]">
      <legend className="sr-only">Header {index + 1}</legend>
      <Field label="Name" error={errorAt(errors, `headers.${index}.name`)}>
        {(control) => (
          <Input
            {...control}
            {...form.register(`headers.${index}.name`)}
            className="font-mono"
            spellCheck={false}
          />
        )}
      </Field>
      <Field label="Value" error={errorAt(errors, `headers.${index}.value`)}>
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
          label={isShown ? `Hide value ${index + 1}` : `Show value ${index + 1}`}
          onClick={() => setShown(!isShown)}
        >
          {isShown ? <EyeOff /> : <Eye />}
        </IconButton>
        <IconButton label={`Remove header ${index + 1}`} onClick={onRemove}>
          <Trash2 />
        </IconButton>
      </div>
    </fieldset>
  );
}
