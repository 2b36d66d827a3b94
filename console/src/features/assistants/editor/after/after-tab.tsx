import { FieldGroup } from '../../../../components/form/field.tsx';
import { t } from '../../../../lib/i18n/t.ts';
import { SwitchSetting } from '../form/switch-setting.tsx';
import { TextSetting } from '../form/text-setting.tsx';
import { SchemaEditor } from './schema-editor.tsx';

/** Data to extract after a conversation, and the call webhook. */
export function AfterTab() {
  return (
    <div>
      <section className="grid gap-5 pb-6">
        <div>
          <h2 className="font-semibold">{t('Data to extract')}</h2>
          <p className="mt-1 max-w-2xl text-ink-soft text-sm">
            {t('Filled in after each call or chat. A yes-or-no field can be a campaign goal.')}
          </p>
        </div>
        <SwitchSetting
          path="post_call_evaluation"
          label={t('Extract data')}
          hint={t('One more model request per conversation.')}
        />
        <SchemaEditor />
      </section>
      <FieldGroup title={t('Webhook')} text={t('Sent to your server after each call.')}>
        <SwitchSetting
          path="is_webhook_active"
          label={t('Send webhook')}
          hint={t('Signed, and retried on failure.')}
        />
        <TextSetting
          path="webhook_url"
          label={t('Webhook URL')}
          type="url"
          isOptional
          placeholder="https://"
        />
        <SwitchSetting path="send_webhook_only_on_completed" label={t('Only completed calls')} />
        <SwitchSetting path="include_recording_in_webhook" label={t('Include recording URL')} />
      </FieldGroup>
    </div>
  );
}
