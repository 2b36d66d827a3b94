import { FieldGroup } from '../../../../components/form/field.tsx';
import type { Assistant } from '../../../../data/assistants.ts';
import { LinesSetting } from '../form/lines-setting.tsx';
import { NumberSetting } from '../form/number-setting.tsx';
import { SwitchSetting } from '../form/switch-setting.tsx';
import { TextSetting } from '../form/text-setting.tsx';
import { ColourSetting } from './colour-setting.tsx';
import { LookSettings } from './look-settings.tsx';
import { originsIn } from './origin-of.ts';
import { ScriptTag } from './script-tag.tsx';
import { WidgetPreview } from './widget-preview.tsx';

/** Written conversations, and the widget that brings them to a website. */
export function ChatTab({ assistant }: { assistant: Assistant }) {
  return (
    <div>
      <FieldGroup title="Put it on your website" text="One line before the end of the page’s body.">
        <SwitchSetting
          path="is_public"
          label="Open to visitors"
          hint="Anyone who knows the assistant’s ID can chat with it. Off: only your account can."
        />
        <ScriptTag uuid={assistant.uuid} />
        <LinesSetting
          path="widget_settings.allowed_origins"
          label="Sites that may use it"
          hint="One site a line, such as https://shop.example; with www in front it is another one. Empty: every site may."
          placeholder="https://shop.example"
          readLine={originsIn}
        />
      </FieldGroup>
      <FieldGroup title="How the widget looks" text="The picture shows what you choose at once.">
        <LookSettings />
        <ColourSetting />
        <WidgetPreview />
      </FieldGroup>
      <FieldGroup title="End of a conversation" text="In the widget and in messages.">
        <NumberSetting
          path="conversation_inactivity_timeout"
          label="Over after"
          unit="minutes without a message, 1 to 1440"
          placeholder="never"
          hint="Then it is evaluated and the webhook is told."
        />
        <TextSetting
          path="conversation_ended_webhook_url"
          label="Webhook at the end"
          type="url"
          isOptional
          placeholder="https://"
          hint="Gets the transcript and what was noted. Empty: nobody is told."
        />
        <SwitchSetting
          path="conversation_ended_retrigger"
          label="Tell again"
          hint="When the customer writes on after the end, the conversation ends, and is told, once more."
        />
      </FieldGroup>
    </div>
  );
}
