import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { smsSegments } from '#contract/sms-segments.ts';
import { Callout } from '../../../components/feedback/callout.tsx';
import { showSuccess } from '../../../components/feedback/toast-store.ts';
import { Field } from '../../../components/form/field.tsx';
import { Input, TextArea } from '../../../components/form/input.tsx';
import { Select } from '../../../components/form/select.tsx';
import { FormDialog } from '../../../components/overlay/form-dialog.tsx';
import { numberListQuery } from '../../../data/numbers.ts';
import { sendSms } from '../../../data/sms.ts';
import { fieldErrors } from '../../../lib/api/api-error.ts';
import { intentionKeys } from '../../../lib/api/intention-key.ts';
import { rich, t } from '../../../lib/i18n/t.ts';

const MOST_CHARACTERS = 1600;

/** Each segment is billed as one SMS. */
function counted(body: string): string {
  const segments = smsSegments(body);
  const values = { count: body.length, total: MOST_CHARACTERS };
  return segments === 1
    ? t('{count} of {total}', values)
    : t('{count} of {total}, billed as {segments} SMS', { ...values, segments });
}

export function SendSmsDialog({ onClose }: { onClose: () => void }) {
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
      showSuccess(t('SMS sent.'));
      onClose();
    },
  });
  const fields = fieldErrors(send.error);
  return (
    <FormDialog
      onSubmit={send.mutate}
      isBusy={send.isPending}
      error={send.error}
      onClose={onClose}
      title={t('Send SMS')}
      action={t('Send SMS')}
    >
      {numbers.data !== undefined && senders.length === 0 && (
        <Callout kind="warn">
          {rich(
            'None of your numbers can send SMS. Add one under <link>Phone numbers</link>, or get a free sandbox number there.',
            {
              link: (content) => (
                <Link to="/numbers" className="underline">
                  {content}
                </Link>
              ),
            },
          )}
        </Callout>
      )}
      <Field label={t('From')} error={fields['from']?.[0]}>
        {(control) => (
          <Select
            {...control}
            value={from}
            options={senders.map(({ id, phone_number }) => ({ value: String(id), label: phone_number }))}
            onChange={setChosen}
          />
        )}
      </Field>
      <Field label={t('To')} hint={t('International format.')} error={fields['to']?.[0]}>
        {(control) => (
          <Input {...control} type="tel" value={to} onChange={(event) => setTo(event.target.value)} />
        )}
      </Field>
      <Field label={t('Message')} error={fields['body']?.[0]} aside={counted(body)}>
        {(control) => (
          <TextArea
            {...control}
            value={body}
            maxLength={MOST_CHARACTERS}
            onChange={(event) => setBody(event.target.value)}
          />
        )}
      </Field>
    </FormDialog>
  );
}
