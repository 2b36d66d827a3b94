import { Field } from '../../components/form/field.tsx';
import { Select } from '../../components/form/select.tsx';
import { Card } from '../../components/layout/card.tsx';
import { chooseTheme, type ThemeChoice } from '../../lib/theme/theme.ts';
import { useChosenTheme } from '../../lib/theme/use-shown-theme.ts';

const CHOICES: readonly { value: ThemeChoice; label: string }[] = [
  { value: 'system', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
];

/** The choice is stored in this browser. */
export function ThemeCard() {
  const theme = useChosenTheme();
  const choose = (value: string | null): void =>
    chooseTheme(CHOICES.find((one) => one.value === value)?.value ?? 'system');
  return (
    <Card id="appearance" title="Appearance">
      <div className="max-w-xs">
        <Field label="Theme">
          {(control) => <Select {...control} value={theme} options={CHOICES} onChange={choose} />}
        </Field>
      </div>
    </Card>
  );
}
