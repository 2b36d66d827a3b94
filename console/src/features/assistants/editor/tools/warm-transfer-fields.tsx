import { useQuery } from '@tanstack/react-query';
import { numberOptions } from '../../../../components/form/options.ts';
import { assistantNumbersQuery } from '../../../../data/catalog.ts';
import { t } from '../../../../lib/i18n/t.ts';
import { ChoiceSetting } from '../form/choice-setting.tsx';
import { NumberSetting } from '../form/number-setting.tsx';
import { SwitchSetting } from '../form/switch-setting.tsx';
import { TextSetting } from '../form/text-setting.tsx';
import { useSetting } from '../form/use-setting.ts';
import { WordsSetting } from '../form/words-setting.tsx';
import { SipHeadersSetting } from './sip-headers-setting.tsx';

const CALLER_IDS = [
  { value: 'outbound_number', label: t('Assistant’s number') },
  { value: 'customer_number', label: t('Customer’s number'), hint: t('If the carrier allows it.') },
  { value: 'custom', label: t('Another number') },
];

const HOLD = [
  { value: 'hold_music', label: t('Music') },
  { value: 'none', label: t('Silence', undefined, 'sound') },
];

/** Settings to call and brief a colleague before connecting the customer. */
export function WarmTransferFields({ path }: { path: string }) {
  const { data: numbers = [] } = useQuery(assistantNumbersQuery('outbound'));
  const isSip = useSetting(`${path}.custom_sip`).value === true;
  const callerId = useSetting(`${path}.caller_id_mode`).value;
  const music = useSetting(`${path}.hold_music`).value;
  return (
    <div className="grid gap-4">
      <TextSetting
        path={`${path}.supervisor_phone`}
        label={t('Colleague')}
        placeholder={isSip ? 'sip:desk@pbx.example' : '+40721234567'}
        hint={isSip ? t('A SIP address.') : t('A number in international format.')}
      />
      <SwitchSetting path={`${path}.custom_sip`} label={t('Use a SIP address')} />
      <ChoiceSetting
        path={`${path}.outbound_phone_id`}
        label={t('Call from')}
        options={numberOptions(numbers)}
        isId
        placeholder={t('Choose a number…')}
      />
      <ChoiceSetting path={`${path}.caller_id_mode`} label={t('Caller ID')} options={CALLER_IDS} />
      {callerId === 'custom' && (
        <TextSetting
          path={`${path}.custom_caller_id`}
          label={t('Other caller ID')}
          isOptional
          placeholder="+40721234567"
        />
      )}
      <TextSetting
        path={`${path}.description`}
        label={t('When to use it')}
        most={1000}
        placeholder={t('When the caller asks for a person.')}
      />
      <ChoiceSetting path={`${path}.hold_music`} label={t('Hold sound')} options={HOLD} />
      {music !== 'none' && (
        <NumberSetting path={`${path}.hold_music_volume`} label={t('Volume')} unit={t('0 to 100')} />
      )}
      <WarmTransferWords path={path} />
      <SipHeadersSetting path={path} />
    </div>
  );
}

/** An empty message uses the default that its field shows. */
function WarmTransferWords({ path }: { path: string }) {
  return (
    <>
      <WordsSetting
        path={`${path}.hold_message`}
        label={t('Message to the customer')}
        placeholder={t('Please hold while I connect you to a colleague.')}
      />
      <WordsSetting
        path={`${path}.summary_instructions`}
        label={t('Summary prompt')}
        placeholder={t('Summarize in two or three sentences who the caller is and what they need.')}
      />
      <WordsSetting
        path={`${path}.briefing_initial_message`}
        label={t('Message to the colleague')}
        placeholder={t('Hello, I have a caller on the line for you. Here is what it is about.')}
      />
      <WordsSetting
        path={`${path}.connected_message`}
        label={t('Message when connected')}
        placeholder={t('You are now connected. Thank you for holding.')}
      />
    </>
  );
}
