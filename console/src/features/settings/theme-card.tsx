import { Field } from '../../components/form/field.tsx';
import { Select } from '../../components/form/select.tsx';
import { Card } from '../../components/layout/card.tsx';
import { t } from '../../lib/i18n/t.ts';
import { chooseTheme, type ThemeChoice } from '../../lib/theme/theme.ts';
import { useChosenTheme } from '../../lib/theme/use-shown-theme.ts';

const CHOICES: readonly { value: ThemeChoice; label: string }[] = [
  { value: 'system', label: t('System') },
  { value: 'light', label: t('Light') },
  { value: 'dark', label: t('Dark') },
];

/** The choice is stored in this browser. */
export function ThemeCard() {
  const theme = useChosenTheme();
  const choose = (value: string | null): void =>
    chooseTheme(CHOICES.find((one) => one.value === value)?.value ?? 'system');
  return (
    <Card id="appearance" title={t('Appearance')}>
      <div className="max-w-xs">
        <Field label={t('Theme')}>
          {(control) => <Select {...control} value={theme} options={CHOICES} onChange={choose} />}
        </Field>
      </div>
    </Card>
  );
}
