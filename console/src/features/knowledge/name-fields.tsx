import { Field } from '../../components/form/field.tsx';
import { Input, TextArea } from '../../components/form/input.tsx';
import { fieldErrors } from '../../lib/api/api-error.ts';
import { t } from '../../lib/i18n/t.ts';

interface NameAndDescription {
  name: string;
  description: string;
}

interface NameFieldsProps {
  typed: NameAndDescription;
  onType: (typed: NameAndDescription) => void;
  /** Error of the last request. */
  error: unknown;
  /** Help text of the description. */
  hint?: string;
}

/** Name and description of a document or knowledge base. */
export function NameFields({ typed, onType, error, hint }: NameFieldsProps) {
  const errors = fieldErrors(error);
  return (
    <>
      <Field label={t('Name')} error={errors['name']?.[0]}>
        {(control) => (
          <Input
            {...control}
            value={typed.name}
            maxLength={255}
            onChange={(event) => onType({ ...typed, name: event.target.value })}
          />
        )}
      </Field>
      <Field label={t('Description')} hint={hint} error={errors['description']?.[0]}>
        {(control) => (
          <TextArea
            {...control}
            value={typed.description}
            maxLength={255}
            onChange={(event) => onType({ ...typed, description: event.target.value })}
          />
        )}
      </Field>
    </>
  );
}
