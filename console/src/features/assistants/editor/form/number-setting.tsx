import type { ReactNode } from 'react';
import { Field } from '../../../../components/form/field.tsx';
import { Input } from '../../../../components/form/input.tsx';
import { numberOfText, textOfNumber } from './number-text.ts';
import { useSetting } from './use-setting.ts';

interface NumberSettingProps {
  path: string;
  label: string;
  hint?: ReactNode;
  /** `seconds`, `minutes`, `words`. */
  unit: string;
  /** Shown when empty, to explain what no value means. If absent, a value is required. */
  placeholder?: string;
  isDisabled?: boolean;
}

export function NumberSetting({ path, label, hint, unit, placeholder, isDisabled }: NumberSettingProps) {
  const { value, set, onBlur, ref, error } = useSetting(path);
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <div className="flex items-center gap-2">
          <Input
            {...control}
            ref={ref}
            onBlur={onBlur}
            inputMode="decimal"
            autoComplete="off"
            placeholder={placeholder}
            disabled={isDisabled}
            value={textOfNumber(value)}
            onChange={(event) => set(numberOfText(event.target.value))}
            className="max-w-32 tabular-nums"
          />
          <span className="text-ink-soft text-sm">{unit}</span>
        </div>
      )}
    </Field>
  );
}
