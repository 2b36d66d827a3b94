import { LANGUAGES } from '#contract/languages.ts';
import { Field } from '../../components/form/field.tsx';
import { Select } from '../../components/form/select.tsx';
import { Card } from '../../components/layout/card.tsx';
import { chooseLanguage, chosenLanguage } from '../../lib/i18n/language.ts';
import { isLanguage } from '../../lib/i18n/languages.ts';
import { t } from '../../lib/i18n/t.ts';
import { chooseTheme, type ThemeChoice } from '../../lib/theme/theme.ts';
import { useChosenTheme } from '../../lib/theme/use-shown-theme.ts';

const THEMES: readonly { value: ThemeChoice; label: string }[] = [
  { value: 'system', label: t('System') },
  { value: 'light', label: t('Light') },
  { value: 'dark', label: t('Dark') },
];

const LANGUAGE_OPTIONS = [
  { value: 'browser', label: t('Same as browser') },
  ...Object.entries(LANGUAGES).map(([value, label]) => ({ value, label })),
];

/** The choices are stored in this browser. */
export function AppearanceCard() {
  const theme = useChosenTheme();
  const changeTheme = (value: string | null): void =>
    chooseTheme(THEMES.find((one) => one.value === value)?.value ?? 'system');
  return (
    <Card id="appearance" title={t('Appearance')}>
      <div className="grid max-w-xs gap-4">
        <Field label={t('Language')} hint={t('Changing it reloads the page.')}>
          {(control) => (
            <Select
              {...control}
              value={chosenLanguage()}
              options={LANGUAGE_OPTIONS}
              onChange={(value) => chooseLanguage(isLanguage(value) ? value : 'browser')}
            />
          )}
        </Field>
        <Field label={t('Theme')}>
          {(control) => <Select {...control} value={theme} options={THEMES} onChange={changeTheme} />}
        </Field>
      </div>
    </Card>
  );
}
