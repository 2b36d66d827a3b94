import { useQuery } from '@tanstack/react-query';
import { numberOptions } from '../../../../components/form/options.ts';
import { assistantNumbersQuery } from '../../../../data/catalogue.ts';
import { ChoiceSetting } from '../form/choice-setting.tsx';
import { NumberSetting } from '../form/number-setting.tsx';
import { SwitchSetting } from '../form/switch-setting.tsx';
import { TextSetting } from '../form/text-setting.tsx';
import { useSetting } from '../form/use-setting.ts';
import { WordsSetting } from '../form/words-setting.tsx';

const CALLER_IDS = [
  { value: 'outbound_number', label: 'The number it calls from' },
  { value: 'customer_number', label: 'The customer’s number', hint: 'Where the carrier allows it.' },
  { value: 'custom', label: 'Another number' },
];

const HOLD = [
  { value: 'hold_music', label: 'Music' },
  { value: 'none', label: 'Silence' },
];

/** A colleague is called and told what it is about, then both are connected. */
export function WarmTransferFields({ path }: { path: string }) {
  const { data: numbers = [] } = useQuery(assistantNumbersQuery('outbound'));
  const isSip = useSetting(`${path}.custom_sip`).value === true;
  const callerId = useSetting(`${path}.caller_id_mode`).value;
  const music = useSetting(`${path}.hold_music`).value;
  return (
    <div className="grid gap-4">
      <TextSetting
        path={`${path}.supervisor_phone`}
        label="Colleague"
        placeholder={isSip ? 'sip:desk@pbx.example' : '+40721234567'}
        hint={isSip ? 'A SIP address.' : 'A number in international format.'}
      />
      <SwitchSetting path={`${path}.custom_sip`} label="The colleague has a SIP address" />
      <ChoiceSetting
        path={`${path}.outbound_phone_id`}
        label="Call from"
        options={numberOptions(numbers)}
        isId
        placeholder="Choose a number…"
      />
      <ChoiceSetting
        path={`${path}.caller_id_mode`}
        label="Number that the colleague sees"
        options={CALLER_IDS}
      />
      {callerId === 'custom' && (
        <TextSetting
          path={`${path}.custom_caller_id`}
          label="That number"
          isOptional
          placeholder="+40721234567"
        />
      )}
      <TextSetting
        path={`${path}.description`}
        label="When"
        most={1000}
        placeholder="When somebody asks for a person or is upset."
      />
      <ChoiceSetting path={`${path}.hold_music`} label="Meanwhile the customer hears" options={HOLD} />
      {music !== 'none' && (
        <NumberSetting path={`${path}.hold_music_volume`} label="How loud" unit="0 to 100" />
      )}
      <WarmTransferWords path={path} />
    </div>
  );
}

/** Empty ones have words of their own, which the fields show. */
function WarmTransferWords({ path }: { path: string }) {
  return (
    <>
      <WordsSetting
        path={`${path}.hold_message`}
        label="Said to the customer before"
        placeholder="Please hold while I connect you to a colleague."
      />
      <WordsSetting
        path={`${path}.summary_instructions`}
        label="How to sum up"
        placeholder="Summarise in two or three sentences who the caller is and what they need."
      />
      <WordsSetting
        path={`${path}.briefing_initial_message`}
        label="Said to the colleague first"
        placeholder="Hello, I have a caller on the line for you. Here is what it is about."
      />
      <WordsSetting
        path={`${path}.connected_message`}
        label="Said when both are connected"
        placeholder="You are now connected. Thank you for holding."
      />
    </>
  );
}
