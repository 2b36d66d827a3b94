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
import { formatCount } from '../../../lib/format/format.ts';
import { errorAt } from '../../../lib/forms/nest-errors.ts';
import { useSending } from '../../../lib/forms/use-sending.ts';
import { EVENTS } from '../event-names.ts';
import { instantOf, type ReplayValues, replayResolver, replaySpan } from './replay-values.ts';

const STATUSES = [
  { value: 'failed', label: 'Failed', hint: 'All attempts failed' },
  { value: 'delivered', label: 'Delivered', hint: 'Already received by your server' },
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
      title="Resend by date"
      text="Resends finished webhooks with their original ids, so your server can ignore duplicates."
      action="Resend webhooks"
    >
      <SpanFields form={form} />
    </FormDialog>
  );
}

function outcomeWords(count: number): string {
  if (count === 0) return 'No finished webhooks in this time range.';
  return `Resending ${formatCount(count)} ${count === 1 ? 'webhook' : 'webhooks'}.`;
}

function SpanFields<Sent>({ form }: { form: UseFormReturn<ReplayValues, unknown, Sent> }) {
  const { errors } = form.formState;
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="From" error={errorAt(errors, 'from')}>
          {(control) => <Input {...control} {...form.register('from')} type="datetime-local" />}
        </Field>
        <Field label="To (exclusive)" error={errorAt(errors, 'to')}>
          {(control) => <Input {...control} {...form.register('to')} type="datetime-local" />}
        </Field>
        <p className="col-span-full text-ink-soft text-sm">
          <ZoneNote />
        </p>
      </div>
      <Field label="Status">
        {(control) => (
          <Select
            {...control}
            value={form.watch('status')}
            emptyLabel="Failed and delivered"
            options={STATUSES}
            onChange={(value) =>
              form.setValue('status', STATUSES.find((one) => one.value === value)?.value ?? null)
            }
          />
        )}
      </Field>
      <Field label="Event">
        {(control) => (
          <Select
            {...control}
            value={form.watch('event')}
            emptyLabel="All events"
            options={EVENTS}
            onChange={(value) => form.setValue('event', value)}
          />
        )}
      </Field>
    </>
  );
}
