import type { FieldErrors } from '#contract/validation.ts';
import { Callout } from '../../../components/feedback/callout.tsx';
import { Field } from '../../../components/form/field.tsx';
import { Input, TextArea } from '../../../components/form/input.tsx';
import { Select } from '../../../components/form/select.tsx';
import { VariableFields } from '../../../components/talk/variable-fields.tsx';
import type { Assistant } from '../../../data/assistants.ts';
import type { Conversation } from '../../../data/conversations.ts';

/** Who wrote what to whom, as it is typed. */
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
  /** Of the assistant's variables. */
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
      <Field label="What they wrote" error={errors['message']?.[0]}>
        {(control) => (
          <TextArea
            {...control}
            value={typed.message}
            onChange={(event) => onChange({ ...typed, message: event.target.value })}
          />
        )}
      </Field>
      <VariableFields
        legend="Variables: what stays empty keeps its value"
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
      <Field label="Assistant" error={errors['assistant_id']?.[0]}>
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
        label="Customer"
        hint="Whatever tells them from others, such as an e-mail address. The next time, the same words go on with their conversation."
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
        From <b>{customer}</b> to <b>{name}</b>, who knows what was said before.
      </p>
      {!isAi && (
        <Callout>
          You have taken over: the message is added, and nobody answers it but you. To have it answered, hand
          back to the AI first.
        </Callout>
      )}
    </>
  );
}
