import { FieldGroup } from '../../../../components/form/field.tsx';
import type { Assistant } from '../../../../data/assistants.ts';
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
      <FieldGroup title="Website widget" text="Paste the script tag before </body>.">
        <SwitchSetting
          path="is_public"
          label="Public access"
          hint="Anyone with the assistant’s ID can chat with it."
        />
        <SwitchSetting
          path="widget_settings.calls_enabled"
          label="Voice calls"
          hint="Visitors can call the assistant from the widget. Requires https."
        />
        <SwitchSetting
          path="widget_settings.hides_names"
          label="Hide names of teammates"
          hint="Visitors see that a person answers, but not who."
        />
        <ScriptTag uuid={assistant.uuid} />
        <LinesSetting
          path="widget_settings.allowed_origins"
          label="Allowed sites"
          hint="One per line; add www addresses separately. Leave empty to allow all sites."
          placeholder="https://shop.example"
          readLine={originsIn}
        />
      </FieldGroup>
      <FieldGroup title="Appearance">
        <LookSettings />
        <ColorSetting />
        <PictureSetting assistant={assistant} />
        <WidgetPreview assistant={assistant} />
      </FieldGroup>
      <FieldGroup title="Texts">
        <TextSettings />
      </FieldGroup>
      <FieldGroup title="Working hours" text="The assistant also answers outside these hours.">
        <WorkingHoursSetting />
        <TextSetting
          path="widget_settings.away_text"
          label="Away message"
          most={300}
          isLong
          isOptional
          placeholder="We are away at the moment."
        />
        <TextSetting
          path="widget_settings.away_contact"
          label="Away contact"
          most={120}
          isOptional
          hint="An email address, phone number or web address, shown with the away message."
        />
      </FieldGroup>
      <FieldGroup
        title="Signed-in users"
        text="With a secret, your website can prove who a visitor is. Users can then continue their chats on other devices."
      >
        <IdentitySecret assistant={assistant} />
      </FieldGroup>
      <FieldGroup title="Limit">
        <NumberSetting
          path="max_replies_per_customer_day"
          label="Replies per customer"
          unit="in 24 hours, 1 to 10,000"
          placeholder="unlimited"
          hint="On messaging channels and over the API."
        />
      </FieldGroup>
      <FieldGroup title="End of chat">
        <NumberSetting
          path="conversation_inactivity_timeout"
          label="Inactivity timeout"
          unit="minutes, 1 to 1440"
          placeholder="never"
        />
        <TextSetting
          path="conversation_ended_webhook_url"
          label="Chat webhook URL"
          type="url"
          isOptional
          placeholder="https://"
          hint="Receives the transcript and extracted data. Leave empty to turn off."
        />
        <SwitchSetting path="conversation_ended_retrigger" label="Send again when the chat resumes" />
      </FieldGroup>
    </div>
  );
}
