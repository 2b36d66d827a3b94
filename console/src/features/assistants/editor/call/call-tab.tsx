import { FieldGroup } from '../../../../components/form/field.tsx';
import type { Assistant } from '../../../../data/assistants.ts';
import { NumberSetting } from '../form/number-setting.tsx';
import { SwitchSetting } from '../form/switch-setting.tsx';
import { useValues } from '../form/use-values.ts';
import { WordsSetting } from '../form/words-setting.tsx';
import { InboundWebhook } from './inbound-webhook.tsx';
import { NumberChoice } from './number-choice.tsx';

/** How its calls begin, go on and end. */
export function CallTab({ assistant }: { assistant: Assistant }) {
  const { type } = useValues(['type']);
  return (
    <div>
      <FieldGroup
        title="Number"
        text={
          type === 'inbound' ? 'Calls to it are answered by this assistant.' : 'It calls from this number.'
        }
      >
        <NumberChoice saved={assistant} />
        {type === 'inbound' && <InboundWebhook assistant={assistant} />}
      </FieldGroup>
      <FieldGroup title="Length" text="Limits that hold whatever is said.">
        <NumberSetting
          path="max_duration"
          label="Longest call"
          unit="seconds, 20 to 1200"
          hint="It says goodbye in time."
        />
        <NumberSetting
          path="ringing_time"
          label="Let it ring"
          unit="seconds, 1 to 60"
          hint="For calls that it makes; then nobody is at home."
        />
      </FieldGroup>
      <SilenceSettings />
      <VoicemailSettings />
      <FieldGroup title="Recording" text="Mind what the law asks where you call.">
        <SwitchSetting
          path="record"
          label="Record calls"
          hint="Both sides in stereo, to be heard under Calls. Say so in the first message where people must be told."
        />
      </FieldGroup>
    </div>
  );
}

function SilenceSettings() {
  return (
    <FieldGroup title="Silence" text="When nobody says anything.">
      <NumberSetting
        path="reengagement_interval"
        label="Ask after"
        unit="seconds, 7 to 600"
        hint="It speaks up by itself when the customer has been silent for so long, unless it hangs up first."
      />
      <WordsSetting
        path="reengagement_prompt"
        label="What it asks then"
        placeholder="Ask briefly whether the customer is still there."
        hint="An instruction, not the words themselves. Empty: it asks whether somebody is still there."
      />
      <NumberSetting
        path="max_silence_duration"
        label="Hang up after"
        unit="seconds, 1 to 360"
        hint="Silence of both sides. Who has just been asked has three seconds more."
      />
      <NumberSetting
        path="max_initial_silence_duration"
        label="Hang up at the beginning after"
        unit="seconds, 1 to 120"
        placeholder="as above"
        hint="When the customer has said nothing at all since the call was answered. Whoever is called is greeted first."
      />
    </FieldGroup>
  );
}

function VoicemailSettings() {
  return (
    <FieldGroup title="Voicemail" text="When a machine answers a call that it makes.">
      <SwitchSetting
        path="end_call_on_voicemail"
        label="Hang up on answering machines"
        hint="Otherwise it talks to them as to anybody."
      />
      <WordsSetting
        path="voice_mail_message"
        label="Message to leave"
        placeholder="Hello {{name}}, this is … Please call us back."
        hint="Spoken after the beep, before it hangs up. Empty: it leaves none."
      />
    </FieldGroup>
  );
}
