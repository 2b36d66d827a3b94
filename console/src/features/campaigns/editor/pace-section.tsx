import { Field, FieldGroup } from '../../../components/form/field.tsx';
import { Input } from '../../../components/form/input.tsx';
import { Select } from '../../../components/form/select.tsx';
import { Switch } from '../../../components/form/switch.tsx';
import type { Assistant } from '../../../data/assistants.ts';
import type { CampaignLimits } from '../../../data/campaigns.ts';
import { errorAt } from '../../../lib/forms/nest-errors.ts';
import { minutesInWords } from './form-values.ts';
import { type CampaignFormApi, CHANGED } from './sections.tsx';

export function PaceSection({ form, limits }: { form: CampaignFormApi; limits: CampaignLimits }) {
  const most = limits.max_calls_in_parallel;
  return (
    <FieldGroup title="How fast" text="Calls that are under way at the same time.">
      <Field
        label="Calls in parallel"
        hint={`Your plan allows ${most}. Where the machine has fewer places, or others call too, it is fewer.`}
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
        label="Complete when nobody is left to call"
        hint="Off: the campaign goes on running, and leads that are added later are called."
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
      title="Tries"
      text="No answer, busy, voicemail and a missed goal share one budget of tries: they never add up."
    >
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <Field label="Further tries" hint="After the first one." error={errorAt(errors, 'max_retries')}>
          {(control) => <Input {...control} {...form.register('max_retries')} inputMode="numeric" />}
        </Field>
        <Field
          label="Minutes between two tries"
          hint={minutes === '' ? '10 to 4320, which are three days.' : `That is ${minutes}.`}
          error={errorAt(errors, 'retry_interval')}
        >
          {(control) => <Input {...control} {...form.register('retry_interval')} inputMode="numeric" />}
        </Field>
      </div>
      <Switch
        label="Try again after voicemail"
        hint="Off: a lead whose voicemail answered counts as reached."
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
        label="Goal"
        hint={goalHint(assistant, goals.length)}
        error={errorAt(form.formState.errors, 'goal_completion_variable')}
      >
        {(control) => (
          <Select
            {...control}
            value={goal}
            emptyLabel="No goal"
            isDisabled={goals.length === 0 && goal === null}
            options={goals.map(({ name, description }) => ({ value: name, label: name, hint: description }))}
            onChange={chooseGoal}
          />
        )}
      </Field>
      <Switch
        label="Try again when the goal was missed"
        hint="Whether it was met is read from the conversation after the call."
        isOn={form.watch('retry_on_goal_incomplete')}
        isDisabled={goal === null}
        onChange={(isOn) => form.setValue('retry_on_goal_incomplete', isOn, CHANGED)}
      />
    </>
  );
}

function goalHint(assistant: Assistant | undefined, goals: number): string {
  if (assistant === undefined)
    return 'Choose an assistant first: goals are yes-or-no fields of its post-call schema.';
  if (goals > 0) return 'A yes-or-no field of the assistant’s post-call schema.';
  return 'The post-call schema of this assistant has no yes-or-no field. Add one to it to count what calls achieve.';
}
