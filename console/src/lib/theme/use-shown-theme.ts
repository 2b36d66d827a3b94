import { useSyncExternalStore } from 'react';
import { chosenTheme, type ThemeChoice } from './theme.ts';

/** Changes with the theme that is shown, for what is painted rather than styled. */
export function useShownTheme(): string {
  return useSyncExternalStore(listen, () => document.documentElement.dataset['theme'] ?? 'light');
}

/** What was chosen, wherever: in the settings, or in the palette over them. */
export function useChosenTheme(): ThemeChoice {
  return useSyncExternalStore(listen, chosenTheme);
}

/** The colour that a token of `style.css` has now: `colourOf('accent')`. */
export function colourOf(token: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(`--${token}`).trim();
}

function listen(listener: () => void): () => void {
  const observer = new MutationObserver(listener);
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  return () => observer.disconnect();
}
