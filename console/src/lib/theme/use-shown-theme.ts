import { useSyncExternalStore } from 'react';
import { chosenTheme, type ThemeChoice } from './theme.ts';

/** The current theme, for canvas drawing, which CSS does not reach. */
export function useShownTheme(): string {
  return useSyncExternalStore(listen, () => document.documentElement.dataset['theme'] ?? 'light');
}

/** The theme setting; follows changes made in the settings or in the command palette. */
export function useChosenTheme(): ThemeChoice {
  return useSyncExternalStore(listen, chosenTheme);
}

/** The current value of a color token of `style.css`: `colorOf('accent')`. */
export function colorOf(token: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(`--${token}`).trim();
}

function listen(listener: () => void): () => void {
  const observer = new MutationObserver(listener);
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  return () => observer.disconnect();
}
