import { readableOn, textOn } from '../color/contrast.ts';
import type { Appearance } from '../server/answers.ts';
import css from './styles.css?inline';

/** Background colors of replies in styles.css, for the contrast of links. */
const REPLY_BACKGROUNDS = { light: '#f1f3f7', dark: '#262c36' };

let sheet: CSSStyleSheet | undefined;

/** One sheet for all widgets of a page. Constructed style sheets are not subject to the page's `style-src`. */
export function stylesheet(): CSSStyleSheet {
  if (sheet === undefined) {
    sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
  }
  return sheet;
}

/** Sets the accent color, readable text on it, and readable variants of it as text in both themes. */
export function paint(root: HTMLElement, { color }: Pick<Appearance, 'color'>): void {
  root.style.setProperty('--accent', color);
  root.style.setProperty('--on-accent', textOn(color));
  root.style.setProperty('--accent-on-light', readableOn(REPLY_BACKGROUNDS.light, color));
  root.style.setProperty('--accent-on-dark', readableOn(REPLY_BACKGROUNDS.dark, color));
}

/** Applies the theme; `auto` follows the system. */
export function dress(root: HTMLElement, theme: Appearance['theme']): void {
  const isDark = matchMedia('(prefers-color-scheme: dark)');
  const show = (): void => {
    root.dataset['theme'] = theme === 'auto' ? (isDark.matches ? 'dark' : 'light') : theme;
  };
  show();
  if (theme === 'auto') isDark.addEventListener('change', show);
}
