import { useState } from 'react';
import { Field } from '../../../../components/form/field.tsx';
import { TextArea } from '../../../../components/form/input.tsx';
import { t } from '../../../../lib/i18n/t.ts';
import { useSetting } from './use-setting.ts';

interface LinesSettingProps {
  path: string;
  label: string;
  hint?: string;
  placeholder?: string;
  /** Normalizes a line into one or more values. If absent, lines are stored as typed. */
  readLine?: (line: string) => readonly string[];
}

/**
 * A list of texts, one per line. On blur, empty lines are dropped, and values that differ from what was typed are
 * shown.
 */
export function LinesSetting({ path, label, hint, placeholder, readLine }: LinesSettingProps) {
  const [changes, setChanges] = useState<readonly string[]>([]);
  const { value, set, onBlur, ref, innerError } = useSetting(path);
  const lines = Array.isArray(value) ? value.map(String) : [];
  const tidy = (): void => {
    const typed = lines.map((line) => line.trim()).filter(Boolean);
    const read = readLine === undefined ? typed : [...new Set(typed.flatMap(readLine))];
    const isAsTyped = typed.every((line) => read.includes(line));
    if (!isAsTyped) setChanges(read.filter((line) => !typed.includes(line)));
    set(read);
  };
  return (
    <Field label={label} error={innerError} hint={<LinesHint text={hint} changes={changes} />}>
      {(control) => (
        <TextArea
          {...control}
          ref={ref}
          rows={3}
          placeholder={placeholder}
          value={lines.join('\n')}
          onChange={(event) => {
            setChanges([]);
            set(event.target.value === '' ? [] : event.target.value.split('\n'));
          }}
          onBlur={() => {
            tidy();
            onBlur();
          }}
        />
      )}
    </Field>
  );
}

function LinesHint({ text, changes }: { text: string | undefined; changes: readonly string[] }) {
  return (
    <>
      {text}{' '}
      <span aria-live="polite" className="text-ink">
        {changes.length > 0 && t('Changed to {lines}.', { lines: changes.join(', ') })}
      </span>
    </>
  );
}
