import { useQuery } from '@tanstack/react-query';
import { namedOptions } from '../../../../components/form/options.ts';
import { allAssistantsQuery } from '../../../../data/assistants.ts';
import { inboxChoicesQuery } from '../../../../data/inbox.ts';
import { t } from '../../../../lib/i18n/t.ts';
import { ChoiceSetting } from '../form/choice-setting.tsx';
import { NumberSetting } from '../form/number-setting.tsx';
import { SwitchSetting } from '../form/switch-setting.tsx';
import { TextSetting } from '../form/text-setting.tsx';
import { TimeZoneSetting } from '../form/time-zone-setting.tsx';
import { WordsSetting } from '../form/words-setting.tsx';
import { SipHeadersSetting } from './sip-headers-setting.tsx';
import type { ToolType } from './tool-kinds.ts';
import { WarmTransferFields } from './warm-transfer-fields.tsx';

interface ToolFieldsProps {
  type: ToolType;
  /** Path of the tool in the form: `tools.0`. */
  path: string;
  /** The assistant being edited, which cannot hand off to itself. */
  assistantId: number;
}

const KEYS = [...'0123456789*#'].map((key) => ({ value: key, label: key }));

export function ToolFields({ type, path, assistantId }: ToolFieldsProps): React.ReactElement {
  switch (type) {
    case 'end_call':
      return <When path={path} example={t('When the customer has said goodbye.')} />;
    case 'dtmf_input':
      return <When path={path} example={t('When a phone menu asks for a key.')} />;
    case 'collect_keypad':
      return (
        <div className="grid gap-4 sm:grid-cols-2">
          <NumberSetting
            path={`${path}.timeout`}
            label={t('Wait between keys')}
            unit={t('seconds, 1 to 30')}
          />
          <ChoiceSetting path={`${path}.stop_key`} label={t('End key')} options={KEYS} />
        </div>
      );
    case 'call_transfer':
      return <CallTransferFields path={path} />;
    case 'warm_call_transfer':
      return <WarmTransferFields path={path} />;
    case 'assistant_transfer':
      return <AssistantTransferFields path={path} assistantId={assistantId} />;
    case 'schedule_callback':
      return <CallbackFields path={path} />;
    case 'handoff_to_human':
      return <HandoffFields path={path} />;
  }
}

function When({ path, example }: { path: string; example: string }) {
  return (
    <TextSetting
      path={`${path}.description`}
      label={t('When to use it')}
      isOptional
      most={1000}
      placeholder={example}
      hint={t('Leave empty to let the prompt decide.')}
    />
  );
}

function CallTransferFields({ path }: { path: string }) {
  return (
    <div className="grid gap-4">
      <TextSetting
        path={`${path}.phone_number`}
        label={t('Transfer to')}
        placeholder="+40721234567"
        hint={t('Number in international format, or SIP address.')}
      />
      <When path={path} example={t('When the caller asks for a person.')} />
      <SwitchSetting
        path={`${path}.custom`}
        label={t('Allow other numbers')}
        hint={t('Numbers given in the prompt or a variable.')}
      />
      <SwitchSetting path={`${path}.warm_transfer`} label={t('Announce the caller')} />
      <WordsSetting path={`${path}.warm_transfer_message`} label={t('Announcement')} />
      <TimeZoneSetting
        path={`${path}.timezone`}
        label={t('Time zone')}
        isOptional
        placeholder={t('same as assistant')}
      />
      <SipHeadersSetting path={path} />
    </div>
  );
}

function HandoffFields({ path }: { path: string }) {
  const { data: choices } = useQuery(inboxChoicesQuery);
  return (
    <div className="grid gap-4">
      <ChoiceSetting
        path={`${path}.group_id`}
        label={t('Group')}
        options={namedOptions(choices?.groups)}
        isId
        emptyLabel={t('All members, at any time')}
        hint={t('Gets conversations during its opening hours.')}
      />
      <When path={path} example={t('When the customer asks for a person.')} />
      <WordsSetting path={`${path}.message`} label={t('Message during opening hours')} />
      <WordsSetting path={`${path}.closed_message`} label={t('Message outside opening hours')} />
    </div>
  );
}

function AssistantTransferFields({ path, assistantId }: Omit<ToolFieldsProps, 'type'>) {
  const { data: assistants = [] } = useQuery(allAssistantsQuery);
  const others = assistants.filter(({ id }) => id !== assistantId);
  return (
    <div className="grid gap-4">
      <ChoiceSetting
        path={`${path}.assistant_id`}
        label={t('Assistant')}
        options={namedOptions(others)}
        isId
        placeholder={t('Choose an assistant…')}
      />
      <When path={path} example={t('When the customer asks about an invoice.')} />
      <WordsSetting
        path={`${path}.message_before_transfer`}
        label={t('Handoff message')}
        placeholder={t('I’ll hand you over to our billing assistant.')}
      />
      <SwitchSetting path={`${path}.speak_transfer_greeting`} label={t('Play its first message')} />
    </div>
  );
}

function CallbackFields({ path }: { path: string }) {
  const { data: assistants = [] } = useQuery(allAssistantsQuery);
  const callers = assistants.filter(({ type }) => type === 'outbound');
  return (
    <div className="grid gap-4">
      <When path={path} example={t('When the customer asks to be called later.')} />
      <ChoiceSetting
        path={`${path}.assistant_id`}
        label={t('Callback assistant')}
        options={namedOptions(callers)}
        isId
        emptyLabel={t('This assistant')}
      />
      <NumberSetting
        path={`${path}.max_days_ahead`}
        label={t('Maximum days ahead')}
        unit={t('days, 1 to 30')}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextSetting
          path={`${path}.allowed_hours_start_time`}
          label={t('From', undefined, 'date')}
          isOptional
          placeholder="09:00"
        />
        <TextSetting
          path={`${path}.allowed_hours_end_time`}
          label={t('To', undefined, 'date')}
          isOptional
          placeholder="18:00"
        />
      </div>
    </div>
  );
}
