import { useState } from 'react';
import { Field } from '../../components/form/field.tsx';
import { Select } from '../../components/form/select.tsx';
import { Card } from '../../components/layout/card.tsx';
import { chooseTheme, chosenTheme, type ThemeChoice } from '../../lib/theme/theme.ts';

const CHOICES: readonly { value: ThemeChoice; label: string }[] = [
  { value: 'system', label: 'As this device' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
];

/** Kept in this browser alone. */
export function ThemeCard() {
  const [theme, setTheme] = useState(chosenTheme);
  const choose = (value: string | null): void => {
    const choice = CHOICES.find((one) => one.value === value)?.value ?? 'system';
    chooseTheme(choice);
    setTheme(choice);
  };
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
