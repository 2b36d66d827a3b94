import { FieldGroup } from '../../../../components/form/field.tsx';
import type { Assistant } from '../../../../data/assistants.ts';
import { ChoiceSetting } from '../form/choice-setting.tsx';
import { NumberSetting } from '../form/number-setting.tsx';
import { SwitchSetting } from '../form/switch-setting.tsx';
import { TextSetting } from '../form/text-setting.tsx';
import { useValues } from '../form/use-values.ts';
import { WordsSetting } from '../form/words-setting.tsx';
import { NumberChoice } from './number-choice.tsx';

const UNCLEAR_SPEECH_ACTIONS = [
  { value: 'end_call', label: 'Apologize and hang up' },
  { value: 'transfer', label: 'Transfer the call', hint: 'Needs the “Transfer call” tool.' },
  { value: 'continue', label: 'Keep listening' },
];

export function CallTab({ assistant }: { assistant: Assistant }) {
  const { type } = useValues(['type']);
  return (
    <div>
      <FieldGroup title="Number">
        <NumberChoice saved={assistant} />
        {type === 'inbound' && (
          <TextSetting
            path="inbound_webhook_url"
            label="Inbound webhook URL"
            type="url"
            isOptional
            placeholder="https://"
            hint="Receives { customer_phone, assistant_phone } and returns variables as JSON within two seconds."
          />
        )}
      </FieldGroup>
      <FieldGroup title="Duration">
        <NumberSetting path="max_duration" label="Maximum duration" unit="seconds, 20 to 1200" />
        <NumberSetting
          path="ringing_time"
          label="Ring timeout"
          unit="seconds, 1 to 60"
          hint="Outbound calls only."
        />
      </FieldGroup>
      <SilenceSettings />
      <FieldGroup title="Unclear speech">
        <ChoiceSetting
          path="unclear_speech_action"
          label="If not understood twice"
          hint="After two requests to repeat in a row."
          options={UNCLEAR_SPEECH_ACTIONS}
        />
      </FieldGroup>
      <VoicemailSettings />
      <FieldGroup title="Recording and privacy">
        <SwitchSetting
          path="record"
          label="Record calls"
          hint="Announce it in the notice if the law requires that."
        />
        <TextSetting
          path="notice_message"
          label="Notice"
          most={200}
          placeholder="This call is recorded."
          hint="Spoken before the first message; can’t be interrupted."
        />
        <SwitchSetting
          path="mask_keypad_input"
          label="Mask keypad input"
          hint="Hides the keys that customers press in transcripts, webhooks and recordings."
        />
      </FieldGroup>
    </div>
  );
}

function SilenceSettings() {
  return (
    <FieldGroup title="Silence">
      <NumberSetting
        path="reengagement_interval"
        label="Re-engage after"
        unit="seconds, 7 to 600"
        hint="If the customer is silent."
      />
      <WordsSetting
        path="reengagement_prompt"
        label="Re-engagement prompt"
        placeholder="Ask briefly whether the customer is still there."
        hint="An instruction, not the exact words."
      />
      <NumberSetting
        path="max_silence_duration"
        label="Hang up after"
        unit="seconds, 1 to 360"
        hint="After this much silence on both sides."
      />
      <NumberSetting
        path="max_initial_silence_duration"
        label="Initial silence limit"
        unit="seconds, 1 to 120"
        placeholder="same as above"
        hint="If the customer hasn’t spoken yet."
      />
    </FieldGroup>
  );
}

function VoicemailSettings() {
  return (
    <FieldGroup title="Voicemail">
      <SwitchSetting
        path="end_call_on_voicemail"
        label="Voicemail detection"
        hint="Hangs up on answering machines."
      />
      <WordsSetting
        path="voice_mail_message"
        label="Voicemail message"
        placeholder="Hello {{name}}, this is … Please call us back."
        hint="Spoken after the beep."
      />
    </FieldGroup>
  );
}
