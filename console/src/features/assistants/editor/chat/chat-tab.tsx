import { FieldGroup } from '../../../../components/form/field.tsx';
import type { Assistant } from '../../../../data/assistants.ts';
import { t } from '../../../../lib/i18n/t.ts';
import { LinesSetting } from '../form/lines-setting.tsx';
import { NumberSetting } from '../form/number-setting.tsx';
import { originsIn } from '../form/origin-of.ts';
import { SwitchSetting } from '../form/switch-setting.tsx';
import { TextSetting } from '../form/text-setting.tsx';
import { ColorSetting } from './color-setting.tsx';
import { IdentitySecret } from './identity-secret.tsx';
import { LookSettings } from './look-settings.tsx';
import { PictureSetting } from './picture-setting.tsx';
import { ScriptTag } from './script-tag.tsx';
import { TextSettings } from './text-settings.tsx';
import { WidgetPreview } from './widget-preview.tsx';
import { WorkingHoursSetting } from './working-hours-setting.tsx';

/** Chat settings and the website widget. */
export function ChatTab({ assistant }: { assistant: Assistant }) {
  return (
    <div>
      <FieldGroup title={t('Website widget')} text={t('Paste the script tag before </body>.')}>
        <SwitchSetting
          path="is_public"
          label={t('Public access')}
          hint={t('Anyone with the assistant’s ID can chat with it.')}
        />
        <SwitchSetting
          path="widget_settings.calls_enabled"
          label={t('Voice calls')}
          hint={t('Visitors can call the assistant from the widget. Requires https.')}
        />
        <SwitchSetting
          path="widget_settings.files_enabled"
          label={t('Visitors can send files')}
          hint={t('Pictures, PDFs, Office files and text files, up to 10 MB each.')}
        />
        <SwitchSetting
          path="widget_settings.hides_names"
          label={t('Hide names of teammates')}
          hint={t('Visitors see that a person answers, but not who.')}
        />
        <ScriptTag uuid={assistant.uuid} />
        <LinesSetting
          path="widget_settings.allowed_origins"
          label={t('Allowed sites')}
          hint={t('One per line; add www addresses separately. Leave empty to allow all sites.')}
          placeholder="https://shop.example"
          readLine={originsIn}
        />
      </FieldGroup>
      <FieldGroup title={t('Appearance')}>
        <LookSettings />
        <ColorSetting />
        <PictureSetting assistant={assistant} />
        <WidgetPreview assistant={assistant} />
      </FieldGroup>
      <FieldGroup title={t('Texts')}>
        <TextSettings />
      </FieldGroup>
      <FieldGroup title={t('Working hours')} text={t('The assistant also answers outside these hours.')}>
        <WorkingHoursSetting />
        <TextSetting
          path="widget_settings.away_text"
          label={t('Away message')}
          most={300}
          isLong
          isOptional
          placeholder={t('We are away at the moment.')}
        />
        <TextSetting
          path="widget_settings.away_contact"
          label={t('Away contact')}
          most={120}
          isOptional
          hint={t('An email address, phone number or web address, shown with the away message.')}
        />
      </FieldGroup>
      <FieldGroup
        title={t('Signed-in users')}
        text={t(
          'With a secret, your website can prove who a visitor is. Users can then continue their chats on other devices.',
        )}
      >
        <IdentitySecret assistant={assistant} />
      </FieldGroup>
      <FieldGroup title={t('Limit')}>
        <NumberSetting
          path="max_replies_per_customer_day"
          label={t('Replies per customer')}
          unit={t('in 24 hours, 1 to 10,000')}
          placeholder={t('unlimited')}
          hint={t('On messaging channels and over the API.')}
        />
      </FieldGroup>
      <FieldGroup title={t('End of chat')}>
        <NumberSetting
          path="conversation_inactivity_timeout"
          label={t('Inactivity timeout')}
          unit={t('minutes, 1 to 1440')}
          placeholder={t('never')}
        />
        <TextSetting
          path="conversation_ended_webhook_url"
          label={t('Chat webhook URL')}
          type="url"
          isOptional
          placeholder="https://"
          hint={t('Receives the transcript and extracted data. Leave empty to turn off.')}
        />
        <SwitchSetting path="conversation_ended_retrigger" label={t('Send again when the chat resumes')} />
      </FieldGroup>
    </div>
  );
}
