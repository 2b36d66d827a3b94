import { useQueryClient } from '@tanstack/react-query';
import { type RefObject, useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { Callout } from '../../../../components/feedback/callout.tsx';
import { showError } from '../../../../components/feedback/toast-store.ts';
import { FieldGroup } from '../../../../components/form/field.tsx';
import type { Assistant } from '../../../../data/assistants.ts';
import { modelsQuery, voicesQuery } from '../../../../data/catalog.ts';
import { t } from '../../../../lib/i18n/t.ts';
import { MODES } from '../../assistant-words.ts';
import { type AssistantValues, type FieldName, valuesOf } from '../form/assistant-values.ts';
import { ErrorText } from '../form/error-text.tsx';
import { modeChange } from '../form/mode-rules.ts';
import { useSetting } from '../form/use-setting.ts';

const NAMES = ['pipeline', 'multimodal', 'dualplex'] as const;

export interface ModeSettingProps {
  assistant: Assistant;
  /** The form's values when the saved mode was last left, restored on return. */
  left: RefObject<AssistantValues | null>;
}

/** Selects the mode. A new mode changes models and voices; lists the settings it resets. */
export function ModeSetting({ assistant, left }: ModeSettingProps) {
  const { value, error } = useSetting('mode');
  const { told, change } = useModeChange(assistant, left);
  return (
    <FieldGroup title={t('Mode')}>
      <fieldset className="min-w-0">
        <legend className="sr-only">{t('Mode')}</legend>
        <div className="grid gap-2">
          {NAMES.map((mode) => (
            <label
              key={mode}
              className="flex cursor-pointer items-start gap-3 rounded-lg border border-line-strong bg-surface px-4 py-3 has-checked:border-accent has-checked:bg-accent-soft"
            >
              <input
                type="radio"
                name="mode"
                checked={value === mode}
                onChange={() => change(mode)}
                className="mt-1 size-4 shrink-0 accent-accent"
              />
              <span>
                <span className="block font-medium">{MODES[mode].label}</span>
                <span className="block text-ink-soft text-sm">{MODES[mode].hint}</span>
              </span>
            </label>
          ))}
        </div>
        <ErrorText text={error} />
      </fieldset>
      <div aria-live="polite">
        {value !== assistant.mode && told.length > 0 && (
          <Callout>
            <p className="font-medium">{t('Saving this mode also sets:')}</p>
            <ul className="mt-1 list-disc space-y-0.5 pl-5">
              {told.map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
          </Callout>
        )}
      </div>
    </FieldGroup>
  );
}

function useModeChange(assistant: Assistant, left: ModeSettingProps['left']) {
  const queries = useQueryClient();
  const form = useFormContext<AssistantValues>();
  const [told, setTold] = useState<readonly string[]>([]);
  const change = async (mode: AssistantValues['mode']): Promise<void> => {
    const saved = valuesOf(assistant);
    if (form.getValues('mode') === saved.mode) left.current = structuredClone(form.getValues());
    // Set the mode first; loading its models and voices may take a while.
    form.setValue('mode', mode, { shouldDirty: true });
    const models = await queries.ensureQueryData(modelsQuery(mode === 'pipeline' ? 'llm' : mode));
    const ofModel = voicesQuery(mode, form.getValues('language_id'), models[0]?.id ?? null);
    const voices = await queries.ensureQueryData(ofModel);
    const values = form.getValues();
    // The mode was changed again in the meantime.
    if (values.mode !== mode) return;
    const next = modeChange(values, mode, { voices, models });
    const isBack = mode === saved.mode;
    const before = left.current?.mode === mode ? left.current : saved;
    for (const name of namesOf(next.values)) {
      const value = isBack ? before[name] : next.values[name];
      if (value !== undefined) form.setValue(name, value, { shouldDirty: true, shouldValidate: true });
    }
    setTold(isBack ? [] : next.told);
  };
  return {
    told,
    change: (mode: AssistantValues['mode']) =>
      void change(mode).catch((error) => {
        form.setValue('mode', assistant.mode, { shouldDirty: true });
        showError(error);
      }),
  };
}

function namesOf(values: Partial<AssistantValues>): FieldName[] {
  return Object.keys(values).filter((name): name is FieldName => name in values);
}
