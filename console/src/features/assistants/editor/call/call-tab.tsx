import { FieldGroup } from '../../../../components/form/field.tsx';
import type { Assistant } from '../../../../data/assistants.ts';
import { t } from '../../../../lib/i18n/t.ts';
import { ChoiceSetting } from '../form/choice-setting.tsx';
import { NumberSetting } from '../form/number-setting.tsx';
import { SwitchSetting } from '../form/switch-setting.tsx';
import { TextSetting } from '../form/text-setting.tsx';
import { useValues } from '../form/use-values.ts';
import { WordsSetting } from '../form/words-setting.tsx';
import { NumberChoice } from './number-choice.tsx';

const UNCLEAR_SPEECH_ACTIONS = [
  { value: 'end_call', label: t('Apologize and hang up') },
  { value: 'transfer', label: t('Transfer the call'), hint: t('Needs the “Transfer call” tool.') },
  { value: 'continue', label: t('Keep listening') },
];

export function CallTab({ assistant }: { assistant: Assistant }) {
  const { type } = useValues(['type']);
  return (
    <div>
      <FieldGroup title={t('Number')}>
        <NumberChoice saved={assistant} />
        {type === 'inbound' && (
          <TextSetting
            path="inbound_webhook_url"
            label={t('Inbound webhook URL')}
            type="url"
            isOptional
            placeholder="https://"
            hint={t(
              'Receives { customer_phone, assistant_phone } and returns variables as JSON within two seconds.',
            )}
          />
        )}
      </FieldGroup>
      <FieldGroup title={t('Duration')}>
        <NumberSetting path="max_duration" label={t('Maximum duration')} unit={t('seconds, 20 to 1200')} />
        <NumberSetting
          path="ringing_time"
          label={t('Ring timeout')}
          unit={t('seconds, 1 to 60')}
          hint={t('Outbound calls only.')}
        />
      </FieldGroup>
      <SilenceSettings />
      <FieldGroup title={t('Unclear speech')}>
        <ChoiceSetting
          path="unclear_speech_action"
          label={t('If not understood twice')}
          hint={t('After two requests to repeat in a row.')}
          options={UNCLEAR_SPEECH_ACTIONS}
        />
      </FieldGroup>
      <VoicemailSettings />
      <FieldGroup title={t('Recording and privacy')}>
        <SwitchSetting
          path="record"
          label={t('Record calls')}
          hint={t('Announce it in the notice if the law requires that.')}
        />
        <TextSetting
          path="notice_message"
          label={t('Notice')}
          most={200}
          placeholder={t('This call is recorded.')}
          hint={t('Spoken before the first message; can’t be interrupted.')}
        />
        <SwitchSetting
          path="mask_keypad_input"
          label={t('Mask keypad input')}
          hint={t('Hides the keys that customers press in transcripts, webhooks and recordings.')}
        />
      </FieldGroup>
    </div>
  );
}

function SilenceSettings() {
  return (
    <FieldGroup title={t('Silence')}>
      <NumberSetting
        path="reengagement_interval"
        label={t('Re-engage after')}
        unit={t('seconds, 7 to 600')}
        hint={t('If the customer is silent.')}
      />
      <WordsSetting
        path="reengagement_prompt"
        label={t('Re-engagement prompt')}
        placeholder={t('Ask briefly whether the customer is still there.')}
        hint={t('An instruction, not the exact words.')}
      />
      <NumberSetting
        path="max_silence_duration"
        label={t('Hang up after')}
        unit={t('seconds, 1 to 360')}
        hint={t('After this much silence on both sides.')}
      />
      <NumberSetting
        path="max_initial_silence_duration"
        label={t('Initial silence limit')}
        unit={t('seconds, 1 to 120')}
        placeholder={t('same as above')}
        hint={t('If the customer hasn’t spoken yet.')}
      />
    </FieldGroup>
  );
}

function VoicemailSettings() {
  return (
    <FieldGroup title={t('Voicemail')}>
      <SwitchSetting
        path="end_call_on_voicemail"
        label={t('Voicemail detection')}
        hint={t('Hangs up on answering machines.')}
      />
      <WordsSetting
        path="voice_mail_message"
        label={t('Voicemail message')}
        placeholder={t('Hello {{name}}, this is … Please call us back.')}
        hint={t('Spoken after the beep.')}
      />
    </FieldGroup>
  );
}
