import { useQuery } from '@tanstack/react-query';
import { Field } from '../../../components/form/field.tsx';
import { namedOptions } from '../../../components/form/options.ts';
import { Select } from '../../../components/form/select.tsx';
import { allAssistantsQuery } from '../../../data/assistants.ts';
import { t } from '../../../lib/i18n/t.ts';

interface AssistantFieldProps {
  value: string | null;
  error: string | undefined;
  onChange: (id: string | null) => void;
}

export function AssistantField({ value, error, onChange }: AssistantFieldProps) {
  const assistants = useQuery(allAssistantsQuery);
  return (
    <Field label={t('Assistant')} error={error}>
      {(control) => (
        <Select
          {...control}
          value={value}
          options={namedOptions(assistants.data)}
          emptyLabel={t('No assistant: teammates answer')}
          onChange={onChange}
        />
      )}
    </Field>
  );
}
