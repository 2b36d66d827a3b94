import { readableOn, textOn } from '../colour/contrast.ts';
import type { Appearance } from '../server/answers.ts';
import css from './styles.css?inline';

/** The grounds of replies in styles.css, on which links are read. */
const GROUNDS = { light: '#f1f3f7', dark: '#262c36' };

let sheet: CSSStyleSheet | undefined;

/** One sheet for all widgets of a page. Constructed, so that no `style-src` of the page forbids it. */
export function stylesheet(): CSSStyleSheet {
  if (sheet === undefined) {
    sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
  }
  return sheet;
}

/** The assistant's colour, with text on it that can be read, and as text on both grounds. */
export function paint(root: HTMLElement, { color }: Pick<Appearance, 'color'>): void {
  root.style.setProperty('--accent', color);
  root.style.setProperty('--on-accent', textOn(color));
  root.style.setProperty('--accent-on-light', readableOn(GROUNDS.light, color));
  root.style.setProperty('--accent-on-dark', readableOn(GROUNDS.dark, color));
}

/** Shows the theme, the system's for `auto`, and follows it. */
export function dress(root: HTMLElement, theme: Appearance['theme']): void {
  const isDark = matchMedia('(prefers-color-scheme: dark)');
  const show = (): void => {
    root.dataset['theme'] = theme === 'auto' ? (isDark.matches ? 'dark' : 'light') : theme;
  };
  show();
  if (theme === 'auto') isDark.addEventListener('change', show);
}
