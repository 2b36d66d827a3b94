import { FieldGroup } from '../../../../components/form/field.tsx';
import { ChoiceSetting } from '../form/choice-setting.tsx';
import { SliderSetting } from '../form/slider-setting.tsx';
import { SwitchSetting } from '../form/switch-setting.tsx';
import { useValues } from '../form/use-values.ts';

const PLACES = [
  { value: 'off', label: 'Off' },
  { value: 'office', label: 'Office' },
  { value: 'city', label: 'City' },
  { value: 'forest', label: 'Forest' },
  { value: 'crowded_room', label: 'Crowded room' },
  { value: 'cafe', label: 'Café' },
  { value: 'nature', label: 'Nature' },
];

export function BackgroundSettings() {
  const { ambient_sound } = useValues(['ambient_sound']);
  return (
    <FieldGroup title="Background">
      <SwitchSetting
        path="enable_noise_cancellation"
        label="Noise suppression"
        hint="Filters noise on the customer’s side."
      />
      <ChoiceSetting path="ambient_sound" label="Background sound" options={PLACES} />
      {ambient_sound !== 'off' && (
        <SliderSetting
          path="ambient_sound_volume"
          label="Background volume"
          ends={['quiet', 'loud']}
          format={(value) => `${Math.round(value * 100)} %`}
        />
      )}
    </FieldGroup>
  );
}
