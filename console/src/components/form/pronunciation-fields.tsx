import { Plus, Trash2 } from 'lucide-react';
import { Controller, useFormContext } from 'react-hook-form';
import type { Pronunciation } from '#contract/pronunciations.ts';
import { errorAt } from '../../lib/forms/nest-errors.ts';
import { useRows } from '../../lib/forms/use-rows.ts';
import { t } from '../../lib/i18n/t.ts';
import { Button, IconButton } from '../button.tsx';
import { Field } from './field.tsx';
import { Input } from './input.tsx';
import { Select } from './select.tsx';

interface PronunciationValues {
  pronunciations: Pronunciation[];
}

const ALPHABETS = [
  { value: 'spelling', label: t('Spelling') },
  { value: 'ipa', label: 'IPA' },
] as const;

const MOST = 200;

/** The pronunciations of the form in context, one per row. */
export function PronunciationFields() {
  const form = useFormContext<PronunciationValues>();
  const { rows, append, remove } = useRows(form.control, 'pronunciations');
  const error = errorAt(form.formState.errors, 'pronunciations');
  return (
    <>
      {rows.map((row, index) => (
        <PronunciationRow key={row.id} index={index} onRemove={() => remove(index)} />
      ))}
      {error !== undefined && (
        <p role="alert" className="text-bad text-sm">
          {error}
        </p>
      )}
      <div>
        <Button
          data-adds
          icon={<Plus />}
          isIdle={rows.length >= MOST}
          onClick={() => append({ word: '', pronunciation: '', alphabet: 'spelling' })}
        >
          {t('Add pronunciation')}
        </Button>
      </div>
    </>
  );
}

interface PronunciationRowProps {
  index: number;
  onRemove: () => void;
}

function PronunciationRow({ index, onRemove }: PronunciationRowProps) {
  const form = useFormContext<PronunciationValues>();
  const { errors } = form.formState;
  return (
    <fieldset className="grid items-start gap-3 sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_8rem_auto]">
      <legend className="sr-only">{t('Pronunciation {number}', { number: index + 1 })}</legend>
      <Field label={t('Word')} error={errorAt(errors, `pronunciations.${index}.word`)}>
        {(control) => (
          <Input {...control} {...form.register(`pronunciations.${index}.word`)} placeholder="Nginx" />
        )}
      </Field>
      <Field label={t('Said as')} error={errorAt(errors, `pronunciations.${index}.pronunciation`)}>
        {(control) => (
          <Input
            {...control}
            {...form.register(`pronunciations.${index}.pronunciation`)}
            placeholder={t('engine x')}
            spellCheck={false}
          />
        )}
      </Field>
      <Field label={t('Alphabet')} error={errorAt(errors, `pronunciations.${index}.alphabet`)}>
        {(control) => (
          <Controller
            control={form.control}
            name={`pronunciations.${index}.alphabet`}
            render={({ field: { value, onChange } }) => (
              <Select {...control} value={value} options={ALPHABETS} onChange={onChange} />
            )}
          />
        )}
      </Field>
      <div className="sm:mt-6.5">
        <IconButton label={t('Remove pronunciation {number}', { number: index + 1 })} onClick={onRemove}>
          <Trash2 />
        </IconButton>
      </div>
    </fieldset>
  );
}
