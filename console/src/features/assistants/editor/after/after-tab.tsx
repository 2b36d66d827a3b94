import { FieldGroup } from '../../../../components/form/field.tsx';
import { SwitchSetting } from '../form/switch-setting.tsx';
import { TextSetting } from '../form/text-setting.tsx';
import { useValues } from '../form/use-values.ts';
import { SchemaEditor } from './schema-editor.tsx';

/** What is noted of a conversation, and who is told. */
export function AfterTab() {
  const { is_webhook_active } = useValues(['is_webhook_active']);
  return (
    <div>
      <section className="grid gap-5 pb-6">
        <div>
          <h2 className="font-semibold">What it notes</h2>
          <p className="mt-1 max-w-2xl text-ink-soft text-sm">
            After every call and chat the model reads what was said and fills these in. They show beside the
            conversation, go out by webhook, and a yes-or-no one can be the goal of a campaign.
          </p>
        </div>
        <SwitchSetting
          path="post_call_evaluation"
          label="Evaluate conversations"
          hint="Costs one more request to the model for each."
        />
        <SchemaEditor />
      </section>
      <FieldGroup title="Webhook" text="Tells a system of yours about every call that ended.">
        <SwitchSetting
          path="is_webhook_active"
          label="Send it"
          hint="Signed, and tried again for days until it is taken. See Webhooks for what was answered."
        />
        <TextSetting
          path="webhook_url"
          label="Address"
          type="url"
          isOptional
          placeholder="https://"
          {...(!is_webhook_active && { hint: 'Kept, and used once the webhook is on.' })}
        />
        <SwitchSetting
          path="send_webhook_only_on_completed"
          label="Only calls that took place"
          hint="Calls that nobody answered or that failed send nothing."
        />
        <SwitchSetting
          path="include_recording_in_webhook"
          label="With the address of the recording"
          hint="Where calls are recorded."
        />
      </FieldGroup>
    </div>
  );
}
