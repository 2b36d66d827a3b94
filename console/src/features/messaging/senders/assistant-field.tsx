import { useQuery } from '@tanstack/react-query';
import { Field } from '../../../components/form/field.tsx';
import { Select } from '../../../components/form/select.tsx';
import { allAssistantsQuery } from '../../../data/assistants.ts';

interface AssistantFieldProps {
  value: string | null;
  error: string | undefined;
  onChange: (id: string | null) => void;
}

export function AssistantField({ value, error, onChange }: AssistantFieldProps) {
  const assistants = useQuery(allAssistantsQuery);
  const options = assistants.data?.map(({ id, name }) => ({ value: String(id), label: name })) ?? [];
  return (
    <Field label="Answered by" error={error}>
      {(control) => (
        <Select
          {...control}
          value={value}
          options={options}
          emptyLabel="Nobody: people answer"
          onChange={onChange}
        />
      )}
    </Field>
  );
}
