import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type UseFormReturn, useForm } from 'react-hook-form';
import { replayRequest } from '#contract/webhooks.ts';
import { showSuccess } from '../../../components/feedback/toast-store.ts';
import { Field } from '../../../components/form/field.tsx';
import { Input } from '../../../components/form/input.tsx';
import { Select } from '../../../components/form/select.tsx';
import { ZoneNote } from '../../../components/form/zone-note.tsx';
import { FormDialog } from '../../../components/overlay/form-dialog.tsx';
import { replayDeliveries } from '../../../data/webhooks.ts';
import { intentionKeys } from '../../../lib/api/intention-key.ts';
import { errorAt } from '../../../lib/forms/nest-errors.ts';
import { useSending } from '../../../lib/forms/use-sending.ts';
import { t } from '../../../lib/i18n/t.ts';
import { EVENTS } from '../event-names.ts';
import { instantOf, type ReplayValues, replayResolver, replaySpan } from './replay-values.ts';

const STATUSES = [
  { value: 'failed', label: t('Failed'), hint: t('All attempts failed') },
  { value: 'delivered', label: t('Delivered'), hint: t('Already received by your server') },
] as const;

/** Resends all webhooks of a time range, for example after an outage of the receiving server. */
export function ReplayDialog({ onClose }: { onClose: () => void }) {
  const queries = useQueryClient();
  const [keyOf] = useState(intentionKeys);
  const form = useForm<ReplayValues>({
    defaultValues: replaySpan(new Date()),
    resolver: replayResolver(replayRequest),
    mode: 'onChange',
  });
  const sending = useSending(form, async ({ from, to, status, event }) => {
    const request = { from: instantOf(from), to: instantOf(to), status, event };
    const count = await replayDeliveries(request, keyOf(request));
    await queries.invalidateQueries({ queryKey: ['webhooks'] });
    showSuccess(outcomeWords(count));
    onClose();
  });
  return (
    <FormDialog
      {...sending}
      onClose={onClose}
      title={t('Resend by date')}
      text={t('Resends finished webhooks with their original ids, so your server can ignore duplicates.')}
      action={t('Resend webhooks')}
    >
      <SpanFields form={form} />
    </FormDialog>
  );
}

function outcomeWords(count: number): string {
  if (count === 0) return t('No finished webhooks in this time range.');
  return t('{count, plural, one {Resending # webhook.} other {Resending # webhooks.}}', { count });
}

function SpanFields<Sent>({ form }: { form: UseFormReturn<ReplayValues, unknown, Sent> }) {
  const { errors } = form.formState;
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={t('From', undefined, 'date')} error={errorAt(errors, 'from')}>
          {(control) => <Input {...control} {...form.register('from')} type="datetime-local" />}
        </Field>
        <Field label={t('To (exclusive)')} error={errorAt(errors, 'to')}>
          {(control) => <Input {...control} {...form.register('to')} type="datetime-local" />}
        </Field>
        <p className="col-span-full text-ink-soft text-sm">
          <ZoneNote />
        </p>
      </div>
      <Field label={t('Status')}>
        {(control) => (
          <Select
            {...control}
            value={form.watch('status')}
            emptyLabel={t('Failed and delivered')}
            options={STATUSES}
            onChange={(value) =>
              form.setValue('status', STATUSES.find((one) => one.value === value)?.value ?? null)
            }
          />
        )}
      </Field>
      <Field label={t('Event')}>
        {(control) => (
          <Select
            {...control}
            value={form.watch('event')}
            emptyLabel={t('All events')}
            options={EVENTS}
            onChange={(value) => form.setValue('event', value)}
          />
        )}
      </Field>
    </>
  );
}
