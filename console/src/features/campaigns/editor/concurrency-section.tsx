import { Field, FieldGroup } from '../../../components/form/field.tsx';
import { Input } from '../../../components/form/input.tsx';
import { Select } from '../../../components/form/select.tsx';
import { Switch } from '../../../components/form/switch.tsx';
import type { Assistant } from '../../../data/assistants.ts';
import type { CampaignLimits } from '../../../data/campaigns.ts';
import { errorAt } from '../../../lib/forms/nest-errors.ts';
import { t } from '../../../lib/i18n/t.ts';
import { minutesInWords } from './form-values.ts';
import { type CampaignFormApi, CHANGED } from './sections.tsx';

export function ConcurrencySection({ form, limits }: { form: CampaignFormApi; limits: CampaignLimits }) {
  const most = limits.max_calls_in_parallel;
  return (
    <FieldGroup title={t('Concurrency')}>
      <Field
        label={t('Concurrent calls')}
        hint={t('Up to {count}. Fewer run when server capacity is shared.', { count: most })}
        error={errorAt(form.formState.errors, 'max_calls_in_parallel')}
      >
        {(control) => (
          <Input
            {...control}
            {...form.register('max_calls_in_parallel')}
            inputMode="numeric"
            className="max-w-24"
          />
        )}
      </Field>
      <Switch
        label={t('Complete when all leads are done')}
        hint={t('If off, the campaign keeps running and calls leads that you add later.')}
        isOn={form.watch('mark_complete_when_no_leads')}
        onChange={(isOn) => form.setValue('mark_complete_when_no_leads', isOn, CHANGED)}
      />
    </FieldGroup>
  );
}

export function RetrySection({
  form,
  assistants,
}: {
  form: CampaignFormApi;
  assistants: readonly Assistant[];
}) {
  const { errors } = form.formState;
  const minutes = minutesInWords(form.watch('retry_interval'));
  return (
    <FieldGroup
      title={t('Retries')}
      text={t('No answer, busy, voicemail and a missed goal all count toward the same number of retries.')}
    >
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <Field
          label={t('Retries')}
          hint={t('After the first attempt.')}
          error={errorAt(errors, 'max_retries')}
        >
          {(control) => <Input {...control} {...form.register('max_retries')} inputMode="numeric" />}
        </Field>
        <Field
          label={t('Minutes between attempts')}
          hint={minutes === '' ? t('10 to 4320 (three days).') : `${minutes}.`}
          error={errorAt(errors, 'retry_interval')}
        >
          {(control) => <Input {...control} {...form.register('retry_interval')} inputMode="numeric" />}
        </Field>
        <Field
          label={t('Minutes between calls from different campaigns')}
          hint={t(
            'Time to wait before calling a number that another campaign has called. 0 to 10080 (seven days).',
          )}
          error={errorAt(errors, 'contact_pause')}
        >
          {(control) => <Input {...control} {...form.register('contact_pause')} inputMode="numeric" />}
        </Field>
      </div>
      <Switch
        label={t('Retry after voicemail')}
        hint={t('If off, reaching voicemail counts as a completed call.')}
        isOn={form.watch('retry_on_voicemail')}
        onChange={(isOn) => form.setValue('retry_on_voicemail', isOn, CHANGED)}
      />
      <GoalFields form={form} assistants={assistants} />
    </FieldGroup>
  );
}

function GoalFields({ form, assistants }: { form: CampaignFormApi; assistants: readonly Assistant[] }) {
  const assistant = assistants.find(({ id }) => String(id) === form.watch('assistant_id'));
  const goals = (assistant?.post_call_schema ?? []).filter(({ type }) => type === 'bool');
  const goal = form.watch('goal_completion_variable');
  const chooseGoal = (name: string | null): void => {
    form.setValue('goal_completion_variable', name, CHANGED);
    if (name === null) form.setValue('retry_on_goal_incomplete', false, CHANGED);
  };
  return (
    <>
      <Field
        label={t('Goal')}
        hint={goalHint(assistant, goals.length)}
        error={errorAt(form.formState.errors, 'goal_completion_variable')}
      >
        {(control) => (
          <Select
            {...control}
            value={goal}
            emptyLabel={t('No goal')}
            isDisabled={goals.length === 0 && goal === null}
            options={goals.map(({ name, description }) => ({ value: name, label: name, hint: description }))}
            onChange={chooseGoal}
          />
        )}
      </Field>
      <Switch
        label={t('Retry when the goal is not met')}
        hint={t('The goal is evaluated from the transcript after the call.')}
        isOn={form.watch('retry_on_goal_incomplete')}
        isDisabled={goal === null}
        onChange={(isOn) => form.setValue('retry_on_goal_incomplete', isOn, CHANGED)}
      />
    </>
  );
}

function goalHint(assistant: Assistant | undefined, goals: number): string {
  if (assistant === undefined) return t('Choose an assistant first.');
  if (goals > 0) return t('A yes-or-no field from the assistant’s data to extract.');
  return t('To track a goal, add a yes-or-no field to the assistant’s data to extract.');
}
