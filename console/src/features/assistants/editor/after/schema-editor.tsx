import { Plus, Trash2 } from 'lucide-react';
import { useFormContext } from 'react-hook-form';
import { Button, IconButton } from '../../../../components/button.tsx';
import { useRows } from '../../../../lib/forms/use-rows.ts';
import { t } from '../../../../lib/i18n/t.ts';
import type { AssistantValues } from '../form/assistant-values.ts';
import { ChoiceSetting } from '../form/choice-setting.tsx';
import { ErrorText } from '../form/error-text.tsx';
import { TextSetting } from '../form/text-setting.tsx';
import { useSetting } from '../form/use-setting.ts';

const TYPES = [
  { value: 'bool', label: t('Yes or no') },
  { value: 'string', label: t('Text') },
  { value: 'number', label: t('Number', undefined, 'data type') },
];

const MOST = 50;

/** The fields that the model fills in, one per row. */
export function SchemaEditor() {
  const { control } = useFormContext<AssistantValues>();
  const { rows, append, remove } = useRows(control, 'post_call_schema');
  const { error } = useSetting('post_call_schema');
  return (
    <div className="grid gap-4">
      {rows.length > 0 && (
        <ul className="grid gap-4">
          {rows.map((row, index) => (
            <li
              key={row.id}
              className="grid gap-3 rounded-lg border border-line bg-surface p-4 sm:grid-cols-[minmax(0,1fr)_10rem_auto]"
            >
              <TextSetting path={`post_call_schema.${index}.name`} label={t('Name')} placeholder="resolved" />
              <ChoiceSetting path={`post_call_schema.${index}.type`} label={t('Type')} options={TYPES} />
              <div className="sm:pt-6.5">
                <IconButton
                  label={row.name === '' ? t('Remove field') : t('Remove {name}', { name: row.name })}
                  onClick={() => remove(index)}
                >
                  <Trash2 />
                </IconButton>
              </div>
              <div className="sm:col-span-3">
                <TextSetting
                  path={`post_call_schema.${index}.description`}
                  label={t('Description')}
                  placeholder={t('Whether the customer’s question was answered.')}
                />
              </div>
            </li>
          ))}
        </ul>
      )}
      <ErrorText text={error} />
      <div>
        <Button
          data-adds
          icon={<Plus />}
          isIdle={rows.length >= MOST}
          onClick={() => append({ name: '', type: 'string', description: '' })}
        >
          {t('Add field')}
        </Button>
      </div>
    </div>
  );
}
