import { Plus, Trash2 } from 'lucide-react';
import { useId } from 'react';
import { Button, IconButton } from '../../../../components/button.tsx';
import { Input } from '../../../../components/form/input.tsx';
import { rich, t } from '../../../../lib/i18n/t.ts';
import { ErrorText } from '../form/error-text.tsx';
import { useSetting } from '../form/use-setting.ts';
import { useValues } from '../form/use-values.ts';
import { nameError, type VariableRow } from '../form/variable-rows.ts';
import { useUsedVariables } from '../prompt/use-used-variables.ts';

/** Default values of variables. */
export function VariablesTab() {
  const { rows, change, innerError } = useRows();
  const known = new Set(rows.map(({ name }) => name.trim()));
  const { open } = useUsedVariables();
  const missing = open.filter((name) => !known.has(name));
  const add = (name: string): void => {
    const key = Math.max(0, ...rows.map((row) => row.key)) + 1;
    change([...rows, { key, name, value: '', isJson: false }]);
  };
  return (
    <div className="grid max-w-3xl gap-5">
      <p className="text-ink-soft">
        {rich('Defaults for {placeholder}. Leads, calls, chats and webhooks can override them.', {
          placeholder: <code className="rounded bg-sunken px-1 font-mono text-sm">{'{{name}}'}</code>,
        })}
      </p>
      {rows.length > 0 && (
        <ul aria-label={t('Variables')} className="grid gap-3">
          {rows.map((row) => (
            <VariableFields
              key={row.key}
              row={row}
              error={nameError(rows, row)}
              onChange={(next) => change(rows.map((one) => (one.key === row.key ? next : one)))}
              onRemove={() => change(rows.filter((one) => one.key !== row.key))}
            />
          ))}
        </ul>
      )}
      <ErrorText text={innerError} />
      <div className="flex flex-wrap gap-2">
        <Button data-adds icon={<Plus />} onClick={() => add('')}>
          {t('Add variable')}
        </Button>
        {missing.map((name) => (
          <Button key={name} variant="quiet" icon={<Plus />} onClick={() => add(name)}>
            <span className="font-mono text-sm">{name}</span>
          </Button>
        ))}
      </div>
      {open.length > 0 && (
        <p className="text-ink-soft text-sm">{t('Without a value: {names}.', { names: open.join(', ') })}</p>
      )}
    </div>
  );
}

function useRows() {
  const { variables: rows } = useValues(['variables']);
  const { set, innerError } = useSetting('variables');
  // Errors of a row are shown at the row.
  const isAtRow = rows.some((row) => nameError(rows, row) !== null);
  return { rows, change: (next: VariableRow[]) => set(next), innerError: isAtRow ? undefined : innerError };
}

interface VariableFieldsProps {
  row: VariableRow;
  error: string | null;
  onChange: (row: VariableRow) => void;
  onRemove: () => void;
}

function VariableFields({ row, error, onChange, onRemove }: VariableFieldsProps) {
  const errorId = useId();
  return (
    <li>
      <div className="flex items-start gap-2">
        <Input
          aria-label={t('Variable name')}
          aria-invalid={error === null ? undefined : true}
          aria-describedby={error === null ? undefined : errorId}
          placeholder={t('name')}
          value={row.name}
          onChange={(event) => onChange({ ...row, name: event.target.value })}
          className="max-w-44 font-mono text-sm"
        />
        <Input
          aria-label={row.name === '' ? t('Value of variable') : t('Value of {name}', { name: row.name })}
          placeholder={t('no value')}
          value={row.value}
          onChange={(event) => onChange({ ...row, value: event.target.value })}
        />
        <IconButton
          label={row.name === '' ? t('Remove variable') : t('Remove {name}', { name: row.name })}
          onClick={onRemove}
        >
          <Trash2 />
        </IconButton>
      </div>
      <div id={errorId}>
        <ErrorText text={error ?? undefined} />
      </div>
    </li>
  );
}
