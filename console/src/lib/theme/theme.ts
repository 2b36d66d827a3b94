export type ThemeChoice = 'system' | 'light' | 'dark';

const KEY = 'parley.theme';
const prefersDark = matchMedia('(prefers-color-scheme: dark)');

export function chosenTheme(): ThemeChoice {
  const stored = localStorage.getItem(KEY);
  return stored === 'light' || stored === 'dark' ? stored : 'system';
}

export function chooseTheme(choice: ThemeChoice): void {
  if (choice === 'system') localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, choice);
  apply();
}

/** The opposite of the current theme. */
export function otherTheme(): ThemeChoice {
  return document.documentElement.dataset['theme'] === 'dark' ? 'light' : 'dark';
}

/** Follows the system theme while the setting is `system`. */
export function followSystemTheme(): void {
  prefersDark.addEventListener('change', apply);
}

function apply(): void {
  const choice = chosenTheme();
  const theme = choice === 'system' ? (prefersDark.matches ? 'dark' : 'light') : choice;
  document.documentElement.dataset['theme'] = theme;
}
