import { useQuery } from '@tanstack/react-query';
import { namedOptions } from '../../../../components/form/options.ts';
import { allAssistantsQuery } from '../../../../data/assistants.ts';
import { inboxChoicesQuery } from '../../../../data/inbox.ts';
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
      return <When path={path} example="When the customer has said goodbye." />;
    case 'dtmf_input':
      return <When path={path} example="When a phone menu asks for a key." />;
    case 'collect_keypad':
      return (
        <div className="grid gap-4 sm:grid-cols-2">
          <NumberSetting path={`${path}.timeout`} label="Wait between keys" unit="seconds, 1 to 30" />
          <ChoiceSetting path={`${path}.stop_key`} label="End key" options={KEYS} />
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
      label="When to use it"
      isOptional
      most={1000}
      placeholder={example}
      hint="Leave empty to let the prompt decide."
    />
  );
}

function CallTransferFields({ path }: { path: string }) {
  return (
    <div className="grid gap-4">
      <TextSetting
        path={`${path}.phone_number`}
        label="Transfer to"
        placeholder="+40721234567"
        hint="Number in international format, or SIP address."
      />
      <When path={path} example="When the caller asks for a person." />
      <SwitchSetting
        path={`${path}.custom`}
        label="Allow other numbers"
        hint="Numbers given in the prompt or a variable."
      />
      <SwitchSetting path={`${path}.warm_transfer`} label="Announce the caller" />
      <WordsSetting path={`${path}.warm_transfer_message`} label="Announcement" />
      <TimeZoneSetting
        path={`${path}.timezone`}
        label="Time zone"
        isOptional
        placeholder="same as assistant"
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
        label="Group"
        options={namedOptions(choices?.groups)}
        isId
        emptyLabel="All members, at any time"
        hint="Gets conversations during its opening hours."
      />
      <When path={path} example="When the customer asks for a person." />
      <WordsSetting path={`${path}.message`} label="Message during opening hours" />
      <WordsSetting path={`${path}.closed_message`} label="Message outside opening hours" />
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
        label="Assistant"
        options={namedOptions(others)}
        isId
        placeholder="Choose an assistant…"
      />
      <When path={path} example="When the customer asks about an invoice." />
      <WordsSetting
        path={`${path}.message_before_transfer`}
        label="Handoff message"
        placeholder="I’ll hand you over to our billing assistant."
      />
      <SwitchSetting path={`${path}.speak_transfer_greeting`} label="Play its first message" />
    </div>
  );
}

function CallbackFields({ path }: { path: string }) {
  const { data: assistants = [] } = useQuery(allAssistantsQuery);
  const callers = assistants.filter(({ type }) => type === 'outbound');
  return (
    <div className="grid gap-4">
      <When path={path} example="When the customer asks to be called later." />
      <ChoiceSetting
        path={`${path}.assistant_id`}
        label="Callback assistant"
        options={namedOptions(callers)}
        isId
        emptyLabel="This assistant"
      />
      <NumberSetting path={`${path}.max_days_ahead`} label="Maximum days ahead" unit="days, 1 to 30" />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextSetting path={`${path}.allowed_hours_start_time`} label="From" isOptional placeholder="09:00" />
        <TextSetting path={`${path}.allowed_hours_end_time`} label="To" isOptional placeholder="18:00" />
      </div>
    </div>
  );
}
