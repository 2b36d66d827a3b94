import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { Controller, type UseFormReturn, useForm } from 'react-hook-form';
import { makeCallRequest } from '#contract/calls.ts';
import { Callout } from '../../../components/feedback/callout.tsx';
import { Field } from '../../../components/form/field.tsx';
import { Input } from '../../../components/form/input.tsx';
import { namedOptions } from '../../../components/form/options.ts';
import { Select } from '../../../components/form/select.tsx';
import { Switch } from '../../../components/form/switch.tsx';
import { ZoneNote } from '../../../components/form/zone-note.tsx';
import { FormDialog } from '../../../components/overlay/form-dialog.tsx';
import { enteredVariables, VariableFields } from '../../../components/talk/variable-fields.tsx';
import { variableNames } from '../../../components/talk/variable-names.ts';
import { allAssistantsQuery, assistantQuery } from '../../../data/assistants.ts';
import { makeCall } from '../../../data/calls.ts';
import { ApiError } from '../../../lib/api/api-error.ts';
import { intentionKeys } from '../../../lib/api/intention-key.ts';
import { contractResolver } from '../../../lib/forms/contract-resolver.ts';
import { useSending } from '../../../lib/forms/use-sending.ts';
import { t } from '../../../lib/i18n/t.ts';
import { instantOfWallClock, shownZone, wallClockOf } from '../../../lib/time/zone.ts';
import { type CallForm, CallOptions, NO_OPTIONS, replacedFields, textsInCall } from './call-options.tsx';

const checkContract = contractResolver<CallForm, typeof makeCallRequest>(makeCallRequest);

const checkRequest: typeof checkContract = (values, context, options) =>
  checkContract({ ...values, overrides: replacedFields(values.overrides) }, context, options);

const resolver: typeof checkRequest = (values, context, options) => {
  const { scheduled_at: wall } = values;
  if (wall === null) return checkRequest(values, context, options);
  const at = instantOfWallClock(wall, shownZone());
  if (at === null) {
    return {
      values: {},
      errors: { scheduled_at: { type: 'required', message: t('Choose a date and time.') } },
    };
  }
  return checkRequest({ ...values, scheduled_at: at.toISOString() }, context, options);
};

const HOUR_MS = 3_600_000;

/** The next full hour, in the console's time zone. */
function nextHour(): string {
  return wallClockOf(new Date(Math.ceil((Date.now() + 1) / HOUR_MS) * HOUR_MS), shownZone());
}

/** Starts or schedules an outbound call, then opens its page. */
export function CallDialog({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [keyOf] = useState(intentionKeys);
  const assistants = useQuery(allAssistantsQuery);
  const callers = (assistants.data ?? []).filter(({ type }) => type === 'outbound');
  const form = useForm({
    resolver,
    // An error on blur would move the switch from under the pointer.
    mode: 'onChange',
    defaultValues: {
      phone_number: '',
      assistant_id: null,
      scheduled_at: null,
      ignore_hours: false,
      overrides: NO_OPTIONS,
    },
  });
  const [values, setValues] = useState<Record<string, string>>({});
  /** The number that was refused because it is in a call. */
  const [refused, setRefused] = useState<string | null>(null);
  const isRefused = refused !== null && form.watch('phone_number') === refused;
  const chosenId = form.watch('assistant_id');
  const { data: chosen } = useQuery({ ...assistantQuery(chosenId ?? 0), enabled: chosenId !== null });
  const options = { ...NO_OPTIONS, ...form.watch('overrides') };
  const names = chosen === undefined ? [] : variableNames(textsInCall(chosen, options));
  const scheduledAt = form.watch('scheduled_at');
  const sending = useSending(form, async (checked) => {
    const order = { ...checked, allow_parallel: isRefused, variables: enteredVariables(names, values) };
    const { call_id } = await makeCall(order, keyOf(order)).catch((error) => {
      if (!isInCall(error)) throw error;
      const number = form.getValues('phone_number');
      setRefused(number);
      throw new Error(
        t('{number} is already in a call. Wait until it ends, or choose Call anyway.', { number }),
      );
    });
    void queries.invalidateQueries({ queryKey: ['calls'] });
    const place = { replace: true, ignoreBlocker: true };
    await navigate({ to: '/calls/$callId', params: { callId: String(call_id) }, ...place });
  });
  const { errors } = form.formState;
  return (
    <FormDialog
      {...sending}
      onClose={onClose}
      title={t('New call')}
      text={t('An outbound assistant calls this number.')}
      action={actionWords({ isScheduled: scheduledAt !== null, isRefused })}
    >
      {assistants.isSuccess && callers.length === 0 && (
        <Callout kind="warn">
          {t('You have no outbound assistant. Create one and give it a phone number first.')}
        </Callout>
      )}
      <Field
        label={t('Phone number')}
        hint={t('International format, for example +40 721 234 567.')}
        error={errors.phone_number?.message}
      >
        {(control) => <Input {...control} {...form.register('phone_number')} type="tel" autoComplete="off" />}
      </Field>
      <Field label={t('Assistant')} error={errors.assistant_id?.message}>
        {(control) => (
          <Controller
            control={form.control}
            name="assistant_id"
            render={({ field: { value, onChange } }) => (
              <Select
                {...control}
                value={value === null ? null : String(value)}
                options={namedOptions(callers)}
                onChange={(id) => {
                  // The new assistant may have another mode and language.
                  form.setValue('overrides', NO_OPTIONS);
                  onChange(id === null ? null : Number(id));
                }}
              />
            )}
          />
        )}
      </Field>
      <VariableFields
        legend={t('Variables')}
        names={names}
        known={chosen?.variables ?? {}}
        values={values}
        onChange={setValues}
      />
      <Switch
        label={t('Schedule for later')}
        isOn={scheduledAt !== null}
        onChange={(isOn) => form.setValue('scheduled_at', isOn ? nextHour() : null)}
      />
      {scheduledAt !== null && <ScheduleFields form={form} />}
      {chosen !== undefined && <CallOptions form={form} assistant={chosen} />}
    </FormDialog>
  );
}

/** A request that is still running is a 409 as well. The error's own message is translated. */
function isInCall(error: unknown): boolean {
  return (
    error instanceof ApiError &&
    String(error.body['error'] ?? error.body['message']).includes('allow_parallel')
  );
}

function actionWords({ isScheduled, isRefused }: { isScheduled: boolean; isRefused: boolean }): string {
  if (isScheduled) return t('Schedule call');
  return isRefused ? t('Call anyway') : t('Start call');
}

function ScheduleFields<Sent>({ form }: { form: UseFormReturn<CallForm, unknown, Sent> }) {
  return (
    <>
      <Field label={t('Call at')} hint={<ZoneNote />} error={form.formState.errors.scheduled_at?.message}>
        {(control) => <Input {...control} {...form.register('scheduled_at')} type="datetime-local" />}
      </Field>
      <Switch
        label={t('Ignore calling hours')}
        hint={t('Only if the customer asked for this time.')}
        isOn={form.watch('ignore_hours')}
        onChange={(isOn) => form.setValue('ignore_hours', isOn)}
      />
    </>
  );
}
