import { useId, useState } from 'react';
import { Field } from '../../../components/form/field.tsx';
import { Input } from '../../../components/form/input.tsx';
import { Select } from '../../../components/form/select.tsx';
import { FormDialog } from '../../../components/overlay/form-dialog.tsx';
import { t } from '../../../lib/i18n/t.ts';
import { counted } from './bulk-words.ts';

type TagAction = 'add_tags' | 'remove_tags';

const ACTIONS = [
  { value: 'add_tags', label: t('Add') },
  { value: 'remove_tags', label: t('Remove') },
] as const;

const LONGEST_TAG = 40;

interface TagDialogProps {
  count: number;
  /** Tags in use. */
  known: readonly string[];
  onClose: () => void;
  onTag: (action: TagAction, tag: string) => void;
}

/** Adds a tag to conversations or removes it. */
export function TagDialog({ count, known, onClose, onTag }: TagDialogProps) {
  const [action, setAction] = useState<TagAction>('add_tags');
  const [text, setText] = useState('');
  const [isSent, setSent] = useState(false);
  const list = useId();
  const tag = text.trim();
  return (
    <FormDialog
      onClose={onClose}
      title={t('Change tags of {counted}', { counted: counted(count) })}
      action={action === 'add_tags' ? t('Add tag') : t('Remove tag')}
      onSubmit={() => {
        setSent(true);
        if (tag !== '') onTag(action, tag);
      }}
    >
      <Field label={t('Action')}>
        {(control) => (
          <Select
            {...control}
            value={action}
            options={ACTIONS}
            onChange={(value) => setAction(value === 'remove_tags' ? value : 'add_tags')}
          />
        )}
      </Field>
      <Field label={t('Tag')} error={isSent && tag === '' ? t('Enter a tag.') : undefined}>
        {(control) => (
          <Input
            {...control}
            list={list}
            maxLength={LONGEST_TAG}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </Field>
      <datalist id={list}>
        {known.map((one) => (
          <option key={one} value={one} />
        ))}
      </datalist>
    </FormDialog>
  );
}
