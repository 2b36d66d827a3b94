import { t } from '../../../../lib/i18n/t.ts';
import { ChoiceSetting } from '../form/choice-setting.tsx';

const THEMES = [
  { value: 'light', label: t('Light') },
  { value: 'dark', label: t('Dark') },
  { value: 'auto', label: t('Match visitor’s device') },
];

const POSITIONS = [
  { value: 'bottom-right', label: t('Bottom right') },
  { value: 'bottom-left', label: t('Bottom left') },
];

export function LookSettings() {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <ChoiceSetting path="widget_settings.theme" label={t('Theme')} options={THEMES} />
      <ChoiceSetting path="widget_settings.position" label={t('Position')} options={POSITIONS} />
    </div>
  );
}
