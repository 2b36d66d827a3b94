import { FieldGroup } from '../../../../components/form/field.tsx';
import { t } from '../../../../lib/i18n/t.ts';
import { ChoiceSetting } from '../form/choice-setting.tsx';
import { SliderSetting } from '../form/slider-setting.tsx';
import { SwitchSetting } from '../form/switch-setting.tsx';
import { useValues } from '../form/use-values.ts';

const PLACES = [
  { value: 'off', label: t('Off') },
  { value: 'office', label: t('Office') },
  { value: 'city', label: t('City') },
  { value: 'forest', label: t('Forest') },
  { value: 'crowded_room', label: t('Crowded room') },
  { value: 'cafe', label: t('Café') },
  { value: 'nature', label: t('Nature') },
];

export function BackgroundSettings() {
  const { ambient_sound } = useValues(['ambient_sound']);
  return (
    <FieldGroup title={t('Background')}>
      <SwitchSetting
        path="enable_noise_cancellation"
        label={t('Noise suppression')}
        hint={t('Filters noise on the customer’s side.')}
      />
      <ChoiceSetting path="ambient_sound" label={t('Background sound')} options={PLACES} />
      {ambient_sound !== 'off' && (
        <SliderSetting
          path="ambient_sound_volume"
          label={t('Background volume')}
          ends={['quiet', 'loud']}
          format={(value) => `${Math.round(value * 100)} %`}
        />
      )}
    </FieldGroup>
  );
}
