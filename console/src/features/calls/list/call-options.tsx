import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Controller, type UseFormReturn } from 'react-hook-form';
import { Field } from '../../../components/form/field.tsx';
import { Input, TextArea } from '../../../components/form/input.tsx';
import { namedOptions } from '../../../components/form/options.ts';
import { Select } from '../../../components/form/select.tsx';
import type { Assistant } from '../../../data/assistants.ts';
import { languagesQuery, modelsQuery, voicesQuery } from '../../../data/catalog.ts';
import { t } from '../../../lib/i18n/t.ts';

/** Fields of the assistant that the call replaces; empty or null: as in the assistant. */
export interface CallOptionValues {
  system_prompt: string;
  initial_message: string;
  language_id: number | null;
  voice_id: number | null;
  llm_model_id: number | null;
  multimodal_model_id: number | null;
  max_duration: string;
}

export interface CallForm {
  phone_number: string;
  assistant_id: number | null;
  /** Value of the date-time input, in the console's time zone; null to call now. */
  scheduled_at: string | null;
  ignore_hours: boolean;
  /** Undefined in a request without changes. */
  overrides: Partial<CallOptionValues> | undefined;
}

export const NO_OPTIONS: CallOptionValues = {
  system_prompt: '',
  initial_message: '',
  language_id: null,
  voice_id: null,
  llm_model_id: null,
  multimodal_model_id: null,
  max_duration: '',
};

/** The replaced fields; undefined without any. */
export function replacedFields(
  options: Partial<CallOptionValues> = {},
): Partial<CallOptionValues> | undefined {
  const given = Object.entries(options).filter(([, value]) => value !== null && String(value).trim() !== '');
  return given.length === 0 ? undefined : Object.fromEntries(given);
}

/** The assistant's texts in this call, whose variables the form asks for. */
export function textsInCall(assistant: Assistant, options: CallOptionValues): Assistant {
  return {
    ...assistant,
    system_prompt: options.system_prompt.trim() === '' ? assistant.system_prompt : options.system_prompt,
    initial_message:
      options.initial_message.trim() === '' ? assistant.initial_message : options.initial_message,
  };
}

interface CallOptionsProps<Sent> {
  form: UseFormReturn<CallForm, unknown, Sent>;
  assistant: Assistant;
}

/** Changes of the assistant for one call. */
export function CallOptions<Sent>({ form, assistant }: CallOptionsProps<Sent>) {
  const [isOpen, setOpen] = useState(false);
  const { mode } = assistant;
  const { errors } = form.formState;
  const options = { ...NO_OPTIONS, ...form.watch('overrides') };
  const languageId = options.language_id ?? assistant.language_id;
  const modelId = options.multimodal_model_id ?? assistant.multimodal_model_id;
  const languages = useQuery(languagesQuery);
  const voices = useQuery(voicesQuery(mode, languageId, modelId));
  const models = useQuery(modelsQuery(mode === 'pipeline' ? 'llm' : mode));
  const choice = (
    name: 'language_id' | 'voice_id' | 'llm_model_id' | 'multimodal_model_id',
    label: string,
    things: readonly { id: number; name: string }[] | undefined,
  ) => (
    <Field label={label} error={errors.overrides?.[name]?.message}>
      {(control) => (
        <Controller
          control={form.control}
          name={`overrides.${name}`}
          render={({ field: { value, onChange } }) => (
            <Select
              {...control}
              value={value == null ? null : String(value)}
              emptyLabel={t('As in the assistant')}
              options={namedOptions(things)}
              onChange={(id) => onChange(id === null ? null : Number(id))}
            />
          )}
        />
      )}
    </Field>
  );
  return (
    <details
      className="rounded-lg border border-line px-4 py-3"
      open={isOpen || errors.overrides !== undefined}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary className="cursor-pointer font-medium">{t('Options')}</summary>
      <div className="mt-4 grid gap-5">
        <p className="text-ink-soft text-sm">{t('Changes the assistant for this call only.')}</p>
        <Field label={t('First message')} error={errors.overrides?.initial_message?.message}>
          {(control) => (
            <Input
              {...control}
              {...form.register('overrides.initial_message')}
              placeholder={assistant.initial_message}
            />
          )}
        </Field>
        <Field
          label={t('Prompt')}
          hint={t('Replaces the whole prompt.')}
          error={errors.overrides?.system_prompt?.message}
        >
          {(control) => <TextArea {...control} {...form.register('overrides.system_prompt')} />}
        </Field>
        {choice('language_id', t('Language'), languages.data)}
        {choice('voice_id', t('Voice'), voices.data)}
        {choice(mode === 'pipeline' ? 'llm_model_id' : 'multimodal_model_id', t('Model'), models.data)}
        <Field
          label={t('Maximum duration')}
          hint={t('Seconds, 20 to 1200.')}
          error={errors.overrides?.max_duration?.message}
        >
          {(control) => (
            <Input
              {...control}
              {...form.register('overrides.max_duration')}
              inputMode="numeric"
              placeholder={String(assistant.max_duration)}
            />
          )}
        </Field>
      </div>
    </details>
  );
}
