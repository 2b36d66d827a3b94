import { useQuery } from '@tanstack/react-query';
import { namedOptions } from '../../../../components/form/options.ts';
import { allAssistantsQuery } from '../../../../data/assistants.ts';
import { ChoiceSetting } from '../form/choice-setting.tsx';
import { NumberSetting } from '../form/number-setting.tsx';
import { SwitchSetting } from '../form/switch-setting.tsx';
import { TextSetting } from '../form/text-setting.tsx';
import { TimeZoneSetting } from '../form/time-zone-setting.tsx';
import { WordsSetting } from '../form/words-setting.tsx';
import type { ToolType } from './tool-kinds.ts';
import { WarmTransferFields } from './warm-transfer-fields.tsx';

interface ToolFieldsProps {
  type: ToolType;
  /** Of the tool in the form: `tools.0`. */
  path: string;
  /** Of the assistant that is edited: it cannot hand over to itself. */
  assistantId: number;
}

const KEYS = [...'0123456789*#'].map((key) => ({ value: key, label: key }));

export function ToolFields({ type, path, assistantId }: ToolFieldsProps): React.ReactElement {
  switch (type) {
    case 'end_call':
      return <When path={path} example="When the customer has said goodbye and needs nothing else." />;
    case 'dtmf_input':
      return <When path={path} example="When a telephone menu asks to press a key." />;
    case 'collect_keypad':
      return (
        <div className="grid gap-4 sm:grid-cols-2">
          <NumberSetting path={`${path}.timeout`} label="Wait for the next key" unit="seconds, 1 to 30" />
          <ChoiceSetting path={`${path}.stop_key`} label="Key that ends it" options={KEYS} />
        </div>
      );
    case 'call_transfer':
      return <CallTransferFields path={path} />;
    case 'warm_call_transfer':
      return <WarmTransferFields path={path} />;
    case 'assistant_transfer':
      return <AssistantTransferFields path={path} assistantId={assistantId} />;
  }
}

function When({ path, example }: { path: string; example: string }) {
  return (
    <TextSetting
      path={`${path}.description`}
      label="When"
      isOptional
      most={1000}
      placeholder={example}
      hint="In a sentence, for the model. Empty: it decides by the prompt."
    />
  );
}

function CallTransferFields({ path }: { path: string }) {
  return (
    <div className="grid gap-4">
      <TextSetting
        path={`${path}.phone_number`}
        label="To"
        placeholder="+40721234567"
        hint="A number in international format, or a SIP address such as sip:desk@pbx.example."
      />
      <When path={path} example="When somebody asks for a person." />
      <SwitchSetting
        path={`${path}.custom`}
        label="It may choose another number"
        hint="One that stands in the prompt or in a variable, for example by department."
      />
      <SwitchSetting
        path={`${path}.warm_transfer`}
        label="Say something to the one who answers"
        hint="Before both are connected."
      />
      <WordsSetting path={`${path}.warm_transfer_message`} label="What it says" />
      <TimeZoneSetting
        path={`${path}.timezone`}
        label="Time zone of the number"
        isOptional
        placeholder="the assistant’s"
      />
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
      <When path={path} example="When it is about an invoice." />
      <WordsSetting
        path={`${path}.message_before_transfer`}
        label="Said before"
        placeholder="I hand you over to my colleague for invoices."
      />
      <SwitchSetting
        path={`${path}.speak_transfer_greeting`}
        label="The other one greets"
        hint="With its own first message; otherwise it goes on without."
      />
    </div>
  );
}
