import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { generateReplyRequest } from '#contract/conversations.ts';
import { normalizeInput, validate } from '#contract/validation.ts';
import { Callout } from '../../../components/feedback/callout.tsx';
import { FormDialog } from '../../../components/overlay/form-dialog.tsx';
import { enteredVariables } from '../../../components/talk/variable-fields.tsx';
import { variableNames } from '../../../components/talk/variable-names.ts';
import { type Assistant, wholeAssistantsQuery } from '../../../data/assistants.ts';
import type { Conversation } from '../../../data/conversations.ts';
import { fieldErrors } from '../../../lib/api/api-error.ts';
import { rich, t } from '../../../lib/i18n/t.ts';
import { ReplyFields, type TypedMessage } from './reply-fields.tsx';
import { replyProblem } from './reply-problem.ts';
import { useReply } from './use-reply.ts';

interface ReplyDialogProps {
  /** Continues this conversation; null to choose by customer. */
  conversation: Conversation | null;
  onClose: () => void;
}

/** Generates a reply to a message that was received outside Parley, then opens the conversation. */
export function ReplyDialog({ conversation, onClose }: ReplyDialogProps) {
  const assistants = useQuery(wholeAssistantsQuery);
  const [typed, setTyped] = useState(() => begun(conversation));
  const [isTried, setTried] = useState(false);
  const reply = useReply();
  const assistant = chosenOf(assistants.data ?? [], typed.assistant_id);
  const names = assistant === undefined ? [] : variableNames(assistant);
  const request = {
    assistant_id: assistant?.uuid ?? null,
    customer_identifier: typed.customer_identifier,
    message: typed.message,
    variables: enteredVariables(names, typed.variables),
  };
  const checked = validate(generateReplyRequest, normalizeInput(request));
  const submit = (): void => {
    setTried(true);
    if (checked.ok) reply.ask(checked.value);
  };
  const missing = missingWords(conversation, assistants.data, assistant);
  return (
    <FormDialog
      onSubmit={submit}
      isBusy={reply.isBusy}
      error={replyProblem(reply.error ?? assistants.error)}
      onClose={onClose}
      title={conversation === null ? t('Generate a reply') : t('Add customer message')}
      text={t(
        'Paste a message from another channel, such as email. The assistant writes a reply for you to copy.',
      )}
      action={conversation?.ai_enabled === false ? t('Add message') : t('Generate reply')}
      isReady={assistants.isSuccess && missing === null}
    >
      {missing === null ? (
        <ReplyFields
          {...{ conversation, assistant, assistants: assistants.data ?? [], names, typed }}
          errors={isTried && !checked.ok ? checked.fields : fieldErrors(reply.error)}
          onChange={setTyped}
        />
      ) : (
        <Callout kind="warn">{missing}</Callout>
      )}
    </FormDialog>
  );
}

function begun(conversation: Conversation | null): TypedMessage {
  return {
    assistant_id: conversation?.assistant_id ?? null,
    customer_identifier: conversation?.customer_identifier ?? '',
    message: '',
    variables: {},
  };
}

/** Defaults to the only assistant. */
function chosenOf(assistants: readonly Assistant[], uuid: string | null): Assistant | undefined {
  return uuid === null && assistants.length === 1
    ? assistants[0]
    : assistants.find((one) => one.uuid === uuid);
}

/** Why no assistant can answer; null if one can. */
function missingWords(
  conversation: Conversation | null,
  assistants: readonly Assistant[] | undefined,
  chosen: Assistant | undefined,
): ReactNode {
  if (assistants?.length === 0) {
    return rich('You have no assistant yet. <link>Create one</link> first.', {
      link: (content) => (
        <Link to="/assistants/new" className="underline">
          {content}
        </Link>
      ),
    });
  }
  if (conversation === null || assistants === undefined || chosen !== undefined) return null;
  return t(
    'The assistant of this conversation was deleted. Start a new reply from the inbox with another assistant.',
  );
}
