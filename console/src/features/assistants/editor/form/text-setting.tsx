import type { ReactNode } from 'react';
import { Field } from '../../../../components/form/field.tsx';
import { Input, TextArea } from '../../../../components/form/input.tsx';
import { t } from '../../../../lib/i18n/t.ts';
import { useSetting } from './use-setting.ts';

interface TextSettingProps {
  path: string;
  label: string;
  hint?: ReactNode;
  placeholder?: string;
  /** Maximum number of characters; shown with a count. */
  most?: number;
  isLong?: boolean;
  /** An empty text is stored as null. */
  isOptional?: boolean;
  type?: 'text' | 'url' | 'tel';
  /** Id of a `datalist`. */
  list?: string;
}

export function TextSetting(props: TextSettingProps) {
  const { path, label, hint, placeholder, most, isLong = false, isOptional = false, type, list } = props;
  const { value, set, onBlur, ref, error } = useSetting(path);
  const text = typeof value === 'string' ? value : '';
  const change = (event: { target: { value: string } }): void => {
    set(isOptional && event.target.value === '' ? null : event.target.value);
  };
  const aside =
    most === undefined ? undefined : t('{count} of {total}', { count: [...text].length, total: most });
  return (
    <Field label={label} hint={hint} error={error} aside={aside}>
      {(control) =>
        isLong ? (
          <TextArea {...{ ...control, placeholder, onBlur, ref }} value={text} onChange={change} />
        ) : (
          <Input {...{ ...control, placeholder, onBlur, ref, type, list }} value={text} onChange={change} />
        )
      }
    </Field>
  );
}
