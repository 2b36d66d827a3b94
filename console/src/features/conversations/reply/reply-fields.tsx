import type { FieldErrors } from '#contract/validation.ts';
import { Callout } from '../../../components/feedback/callout.tsx';
import { Field } from '../../../components/form/field.tsx';
import { Input, TextArea } from '../../../components/form/input.tsx';
import { Select } from '../../../components/form/select.tsx';
import { VariableFields } from '../../../components/talk/variable-fields.tsx';
import type { Assistant } from '../../../data/assistants.ts';
import type { Conversation } from '../../../data/conversations.ts';
import { rich, t } from '../../../lib/i18n/t.ts';

/** Values of the form as typed. */
export interface TypedMessage {
  /** A UUID. */
  assistant_id: string | null;
  customer_identifier: string;
  message: string;
  variables: Record<string, string>;
}

interface ReplyFieldsProps {
  conversation: Conversation | null;
  assistants: readonly Assistant[];
  assistant: Assistant | undefined;
  /** Names of the assistant's variables. */
  names: readonly string[];
  typed: TypedMessage;
  errors: FieldErrors;
  onChange: (typed: TypedMessage) => void;
}

export function ReplyFields(props: ReplyFieldsProps) {
  const { conversation, assistant, names, typed, errors, onChange } = props;
  return (
    <>
      {conversation === null ? <Addressee {...props} /> : <Known conversation={conversation} />}
      <Field label={t('Customer message')} error={errors['message']?.[0]}>
        {(control) => (
          <TextArea
            {...control}
            value={typed.message}
            onChange={(event) => onChange({ ...typed, message: event.target.value })}
          />
        )}
      </Field>
      <VariableFields
        legend={t('Variables (leave empty to keep the current value)')}
        names={names}
        known={conversation?.variables ?? assistant?.variables ?? {}}
        values={typed.variables}
        onChange={(variables) => onChange({ ...typed, variables })}
      />
    </>
  );
}

function Addressee({ assistants, assistant, typed, errors, onChange }: ReplyFieldsProps) {
  return (
    <>
      <Field label={t('Assistant')} error={errors['assistant_id']?.[0]}>
        {(control) => (
          <Select
            {...control}
            value={assistant?.uuid ?? null}
            options={assistants.map(({ uuid, name }) => ({ value: uuid, label: name }))}
            onChange={(assistant_id) => onChange({ ...typed, assistant_id })}
          />
        )}
      </Field>
      <Field
        label={t('Customer')}
        hint={t(
          'A unique identifier, such as an email address. Use the same one to continue the conversation.',
        )}
        error={errors['customer_identifier']?.[0]}
      >
        {(control) => (
          <Input
            {...control}
            autoComplete="off"
            value={typed.customer_identifier}
            onChange={(event) => onChange({ ...typed, customer_identifier: event.target.value })}
          />
        )}
      </Field>
    </>
  );
}

function Known({ conversation }: { conversation: Conversation }) {
  const { customer_identifier: customer, assistant_name: name, ai_enabled: isAi } = conversation;
  return (
    <>
      <p className="wrap-anywhere text-sm">
        {rich('From {customer} to {assistant}, with the full conversation history.', {
          customer: <b>{customer}</b>,
          assistant: <b>{name}</b>,
        })}
      </p>
      {!isAi && (
        <Callout>
          {t(
            'You have taken over, so the message is added without a reply. Hand back to assistant to get one.',
          )}
        </Callout>
      )}
    </>
  );
}
