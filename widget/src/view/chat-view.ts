import type { Texts } from '../language/texts.ts';
import type { Appearance } from '../server/answers.ts';
import { unreadCount } from '../state/next-state.ts';
import type { Store } from '../state/store.ts';
import { element } from './element.ts';
import { Launcher } from './launcher.ts';
import { Panel, type PanelActions } from './panel.ts';
import { dress, paint, stylesheet } from './stylesheet.ts';
import { followKeyboard } from './viewport.ts';

/** How far a widget stands above the one below it in the same corner. */
const LIFT_EM = 4.5;

export interface ViewParts {
  appearance: Appearance;
  texts: Texts;
  /** Of the closed button; null: the sentence of the language. */
  label: string | null;
  /** Widgets below it in the same corner. */
  level: number;
  store: Store;
  actions: PanelActions & { open(): void };
}

/** Puts the widget on the page, out of reach of its styles, and shows every state of the store. */
export function showChat(parts: ViewParts): void {
  const { appearance, texts, store, actions } = parts;
  const panel = new Panel(texts, appearance.name, actions);
  const launcher = new Launcher(texts, parts.label ?? texts.open, () =>
    store.state.isOpen ? actions.close() : actions.open(),
  );
  const root = element('div', { class: 'root', lang: texts.language }, panel.node, launcher.node);
  root.dir = getComputedStyle(document.documentElement).direction;
  root.dataset['position'] = appearance.position;
  root.style.setProperty('--lift', `${parts.level * LIFT_EM}em`);
  paint(root, appearance);
  dress(root, appearance.theme);
  followKeyboard(root);
  attach(root);
  const show = (): void => {
    const { state } = store;
    root.toggleAttribute('data-open', state.isOpen);
    panel.show(state);
    launcher.show({ isOpen: state.isOpen, unread: unreadCount(state) });
  };
  let frame = 0;
  store.listen((state, before) => {
    // Words come faster than a screen shows them.
    cancelAnimationFrame(frame);
    if (state.isOpen === before.isOpen && document.visibilityState === 'visible') {
      frame = requestAnimationFrame(show);
      return;
    }
    show();
    if (state.isOpen !== before.isOpen) moveFocus(state.isOpen, { root, panel, launcher });
  });
  show();
}

/** Opening leads to the composer, closing back to where the visitor came from. */
function moveFocus(
  isOpen: boolean,
  { root, panel, launcher }: { root: HTMLElement; panel: Panel; launcher: Launcher },
): void {
  if (isOpen) {
    panel.focus();
    return;
  }
  const tree = root.getRootNode();
  const hadFocus = tree instanceof ShadowRoot && document.activeElement === tree.host;
  if (hadFocus || document.activeElement === document.body) launcher.node.focus();
}

/** Pages that replace their body, as single-page applications do, get the widget again. */
function attach(root: HTMLElement): void {
  const host = document.createElement('parley-chat');
  const tree = host.attachShadow({ mode: 'open' });
  tree.adoptedStyleSheets = [stylesheet()];
  tree.append(root);
  // In the top layer no transform, filter or overflow of the page moves or cuts it.
  host.popover = 'manual';
  const keep = (): void => {
    if (!host.isConnected) {
      document.body.append(host);
      host.showPopover?.();
    }
    bodies.observe(document.body, { childList: true });
  };
  const bodies = new MutationObserver(keep);
  new MutationObserver(keep).observe(document.documentElement, { childList: true });
  keep();
}
