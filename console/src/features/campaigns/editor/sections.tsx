import type { UseFormReturn } from 'react-hook-form';
import { Loaded, type QueryLike, Skeleton } from '../../../components/feedback/states.tsx';
import { Field, FieldGroup } from '../../../components/form/field.tsx';
import { Input } from '../../../components/form/input.tsx';
import { namedOptions } from '../../../components/form/options.ts';
import { Select } from '../../../components/form/select.tsx';
import { ZoneNote } from '../../../components/form/zone-note.tsx';
import { ZoneOptions } from '../../../components/form/zone-options.tsx';
import type { Assistant } from '../../../data/assistants.ts';
import type { CampaignLimits } from '../../../data/campaigns.ts';
import type { PhoneNumber } from '../../../data/numbers.ts';
import { errorAt } from '../../../lib/forms/nest-errors.ts';
import { t } from '../../../lib/i18n/t.ts';
import { DayChoice } from './day-choice.tsx';
import { type CampaignRequest, type CampaignValues, weekHours } from './form-values.ts';
import { NumberOrder } from './number-order.tsx';
import { WeekPicture } from './week-picture.tsx';

export type CampaignFormApi = UseFormReturn<CampaignValues, unknown, CampaignRequest>;

export const CHANGED = { shouldDirty: true, shouldValidate: true } as const;

interface WhoSectionProps {
  form: CampaignFormApi;
  /** Outbound assistants. */
  assistants: readonly Assistant[];
  numbers: QueryLike<readonly PhoneNumber[]>;
  /** Focuses the name. */
  isNew: boolean;
}

export function WhoSection({ form, assistants, numbers, isNew }: WhoSectionProps) {
  const { errors } = form.formState;
  const chooseAssistant = (id: string | null): void => {
    form.setValue('assistant_id', id, CHANGED);
    const goal = form.getValues('goal_completion_variable');
    const schema = assistants.find((assistant) => String(assistant.id) === id)?.post_call_schema ?? [];
    if (schema.some(({ name, type }) => type === 'bool' && name === goal)) return;
    form.setValue('goal_completion_variable', null, CHANGED);
    form.setValue('retry_on_goal_incomplete', false, CHANGED);
  };
  return (
    <FieldGroup title={t('Assistant and numbers')}>
      <Field label={t('Name')} error={errorAt(errors, 'name')}>
        {(control) => <Input {...control} {...form.register('name')} maxLength={255} autoFocus={isNew} />}
      </Field>
      <Field
        label={t('Assistant')}
        hint={t('Only outbound assistants can run campaigns.')}
        error={errorAt(errors, 'assistant_id')}
      >
        {(control) => (
          <Select
            {...control}
            value={form.watch('assistant_id')}
            placeholder={t('Choose an assistant…')}
            options={namedOptions(assistants)}
            onChange={chooseAssistant}
          />
        )}
      </Field>
      <Loaded query={numbers} skeleton={<Skeleton lines={1} />}>
        {(known) => (
          <NumberOrder
            chosenIds={form.watch('phone_number_ids')}
            numbers={known}
            onChange={(ids) => form.setValue('phone_number_ids', ids, CHANGED)}
            error={errorAt(errors, 'phone_number_ids')}
          />
        )}
      </Loaded>
    </FieldGroup>
  );
}

export function WhenSection({ form, limits }: { form: CampaignFormApi; limits: CampaignLimits }) {
  const { errors } = form.formState;
  const values = form.watch();
  return (
    <FieldGroup
      title={t('Calling hours')}
      text={t('In the campaign’s time zone. If the start is after the end, the window runs overnight.')}
    >
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <Field label={t('From', undefined, 'date')} error={errorAt(errors, 'allowed_hours_start_time')}>
          {(control) => <Input {...control} {...form.register('allowed_hours_start_time')} type="time" />}
        </Field>
        <Field
          label={t('Until')}
          hint={t('No new calls start after this minute.')}
          error={errorAt(errors, 'allowed_hours_end_time')}
        >
          {(control) => <Input {...control} {...form.register('allowed_hours_end_time')} type="time" />}
        </Field>
      </div>
      <DayChoice
        days={values.allowed_days}
        onChange={(days) => form.setValue('allowed_days', days, CHANGED)}
        error={errorAt(errors, 'allowed_days')}
      />
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <Field label={t('First call from')} hint={t('Optional.')} error={errorAt(errors, 'starts_at')}>
          {(control) => <Input {...control} {...form.register('starts_at')} type="datetime-local" />}
        </Field>
        <Field
          label={t('Last call before')}
          hint={t('Optional. At this time the campaign completes, even with leads left.')}
          error={errorAt(errors, 'ends_at')}
        >
          {(control) => <Input {...control} {...form.register('ends_at')} type="datetime-local" />}
        </Field>
      </div>
      {(values.starts_at !== '' || values.ends_at !== '') && (
        <p className="text-ink-soft text-sm">
          <ZoneNote />
        </p>
      )}
      <Field
        label={t('Time zone')}
        hint={t('For example, Europe/Bucharest.')}
        error={errorAt(errors, 'timezone')}
      >
        {(control) => (
          <Input {...control} {...form.register('timezone')} list="time-zones" spellCheck={false} />
        )}
      </Field>
      <ZoneOptions id="time-zones" />
      <WeekPicture hours={weekHours(values)} zone={values.timezone} limits={limits} />
    </FieldGroup>
  );
}
