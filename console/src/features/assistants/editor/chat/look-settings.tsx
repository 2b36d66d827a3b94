import { ChoiceSetting } from '../form/choice-setting.tsx';

const THEMES = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
  { value: 'auto', label: 'Match visitor’s device' },
];

const POSITIONS = [
  { value: 'bottom-right', label: 'Bottom right' },
  { value: 'bottom-left', label: 'Bottom left' },
];

export function LookSettings() {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <ChoiceSetting path="widget_settings.theme" label="Theme" options={THEMES} />
      <ChoiceSetting path="widget_settings.position" label="Position" options={POSITIONS} />
    </div>
  );
}
