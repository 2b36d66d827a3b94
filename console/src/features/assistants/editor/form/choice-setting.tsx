import type { ReactNode } from 'react';
import { Field } from '../../../../components/form/field.tsx';
import type { Option } from '../../../../components/form/options.ts';
import { Select } from '../../../../components/form/select.tsx';
import { t } from '../../../../lib/i18n/t.ts';
import { useSetting } from './use-setting.ts';

interface ChoiceSettingProps {
  path: string;
  label: string;
  hint?: ReactNode;
  options: readonly Option[];
  /** True if the value is an id, which is a number in the contract and text in the options. */
  isId?: boolean;
  /** Label of the option for no choice. */
  emptyLabel?: string;
  placeholder?: string;
  isDisabled?: boolean;
  aside?: ReactNode;
  /** Called after the value is set. */
  onChosen?: (value: string | null) => void;
}

export function ChoiceSetting(props: ChoiceSettingProps) {
  const { path, label, hint, options, isId = false, emptyLabel, placeholder, isDisabled, aside } = props;
  const { value, set, error } = useSetting(path);
  const chosen = typeof value === 'number' || typeof value === 'string' ? String(value) : null;
  const known = options.some((option) => option.value === chosen);
  // Show a choice that is no longer offered, so that the server's error about it makes sense.
  const all =
    chosen === null || known || options.length === 0
      ? options
      : [{ value: chosen, label: t('No longer available ({chosen})', { chosen }) }, ...options];
  const choose = (next: string | null): void => {
    set(next !== null && isId ? Number(next) : next);
    props.onChosen?.(next);
  };
  return (
    <Field label={label} hint={hint} error={error} aside={aside}>
      {(control) => (
        <Select
          {...control}
          value={chosen}
          options={all}
          onChange={choose}
          {...(emptyLabel !== undefined && { emptyLabel })}
          {...(placeholder !== undefined && { placeholder })}
          {...(isDisabled !== undefined && { isDisabled })}
        />
      )}
    </Field>
  );
}
