import { FieldGroup } from '../../../../components/form/field.tsx';
import { ChoiceSetting } from '../form/choice-setting.tsx';
import { SliderSetting } from '../form/slider-setting.tsx';
import { SwitchSetting } from '../form/switch-setting.tsx';
import { useValues } from '../form/use-values.ts';

const PLACES = [
  { value: 'off', label: 'Silence' },
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
    <FieldGroup title="Background" text="What is heard beside the voices.">
      <SwitchSetting
        path="enable_noise_cancellation"
        label="Take noise away from the customer’s side"
        hint="Traffic and machines bother its understanding less."
      />
      <ChoiceSetting
        path="ambient_sound"
        label="Behind its voice"
        options={PLACES}
        hint="A place makes pauses sound less empty."
      />
      {ambient_sound !== 'off' && (
        <SliderSetting
          path="ambient_sound_volume"
          label="How loud the place is"
          ends={['faint', 'loud']}
          format={(value) => `${Math.round(value * 100)} %`}
        />
      )}
    </FieldGroup>
  );
}
