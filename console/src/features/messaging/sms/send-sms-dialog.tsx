import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { Callout } from '../../../components/feedback/callout.tsx';
import { tellDone } from '../../../components/feedback/toast-store.ts';
import { Field } from '../../../components/form/field.tsx';
import { Input, TextArea } from '../../../components/form/input.tsx';
import { Select } from '../../../components/form/select.tsx';
import { Dialog } from '../../../components/overlay/dialog.tsx';
import { numberListQuery } from '../../../data/numbers.ts';
import { sendSms } from '../../../data/sms.ts';
import { ApiError, describeError } from '../../../lib/api/api-error.ts';
import { intentionKeys } from '../../../lib/api/intention-key.ts';

const MOST_CHARACTERS = 1600;

export function SendSmsDialog({ onClose }: { onClose: () => void }) {
  const formId = useId();
  const queries = useQueryClient();
  const numbers = useQuery(numberListQuery);
  const senders = numbers.data?.filter((one) => one.sms_capable && one.has_active_subscription) ?? [];
  const [chosen, setChosen] = useState<string | null>(null);
  const from = chosen ?? (senders[0] === undefined ? null : String(senders[0].id));
  const [to, setTo] = useState('');
  const [body, setBody] = useState('');
  const [keyOf] = useState(intentionKeys);
  const send = useMutation({
    mutationFn: () => {
      const message = { from: from === null ? null : Number(from), to, body };
      return sendSms(message, keyOf(message));
    },
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['sms'] });
      tellDone('SMS sent.');
      onClose();
    },
  });
  const fields = send.error instanceof ApiError ? send.error.fields : {};
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    send.mutate();
  };
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Send an SMS"
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} variant="primary" isBusy={send.isPending}>
            Send
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit} noValidate className="grid gap-4">
        {send.error && Object.keys(fields).length === 0 ? (
          <Callout kind="bad">{describeError(send.error)}</Callout>
        ) : null}
        {numbers.data !== undefined && senders.length === 0 && (
          <Callout kind="warn">None of your numbers can send SMS.</Callout>
        )}
        <Field label="From" error={fields['from']?.[0]}>
          {(control) => (
            <Select
              {...control}
              value={from}
              options={senders.map(({ id, phone_number }) => ({ value: String(id), label: phone_number }))}
              onChange={setChosen}
            />
          )}
        </Field>
        <Field label="To" hint="In international format." error={fields['to']?.[0]}>
          {(control) => (
            <Input {...control} type="tel" value={to} onChange={(event) => setTo(event.target.value)} />
          )}
        </Field>
        <Field label="Text" error={fields['body']?.[0]} aside={`${body.length} of ${MOST_CHARACTERS}`}>
          {(control) => (
            <TextArea
              {...control}
              value={body}
              maxLength={MOST_CHARACTERS}
              onChange={(event) => setBody(event.target.value)}
            />
          )}
        </Field>
      </form>
    </Dialog>
  );
}
