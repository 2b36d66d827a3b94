import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { Dialog } from '../../../components/overlay/dialog.tsx';
import { isTypingTarget } from '../../../lib/focus/is-typing-target.ts';
import { t } from '../../../lib/i18n/t.ts';
import { conversationsSearch, filterOf } from '../conversations-search.ts';

const HELP: readonly (readonly [string, string])[] = [
  ['j', t('Next conversation')],
  ['k', t('Previous conversation')],
  ['r', t('Reply, or take over')],
  ['/', t('Insert a canned reply')],
  ['n', t('Add a note')],
  ['a', t('Assign')],
  ['s', t('Snooze')],
  ['e', t('Close', undefined, 'conversation')],
  ['x', t('Select conversation')],
  ['?', t('Show these shortcuts')],
];

/** Keyboard shortcuts of the inbox. They never fire while the user types. */
export function Shortcuts() {
  const navigate = useNavigate();
  const [isHelpOpen, setHelpOpen] = useState(false);
  useEffect(() => {
    const step = (by: 1 | -1): void => {
      const uuid = neighbor(by);
      if (uuid === null) return;
      const search = (before: Record<string, unknown>) => filterOf(conversationsSearch(before));
      void navigate({ to: '/conversations/$uuid', params: { uuid }, search });
    };
    const press = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || event.defaultPrevented)
        return;
      if (
        isTypingTarget(event.target) ||
        document.querySelector('[role="dialog"], [role="alertdialog"]') !== null
      )
        return;
      const isDone = perform(event.key, { step, showHelp: () => setHelpOpen(true) });
      if (isDone) event.preventDefault();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [navigate]);
  return (
    <Dialog isOpen={isHelpOpen} onClose={() => setHelpOpen(false)} title={t('Keyboard shortcuts')}>
      <dl className="grid grid-cols-[3rem_1fr] gap-y-2">
        {HELP.map(([key, text]) => (
          <div key={key} className="col-span-2 grid grid-cols-subgrid">
            <dt>
              <kbd className="rounded border border-line-strong px-1.5 font-mono text-sm">{key}</kbd>
            </dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}

interface Actions {
  step: (by: 1 | -1) => void;
  showHelp: () => void;
}

/** @returns false for a key without an action */
function perform(key: string, { step, showHelp }: Actions): boolean {
  switch (key) {
    case 'j':
      step(1);
      return true;
    case 'k':
      step(-1);
      return true;
    case '?':
      showHelp();
      return true;
    case 'r':
      return focusComposer() || activate('r');
    case 'x':
      return select();
    case '/':
      return focusComposer('/');
    case 'n':
    case 'a':
    case 's':
    case 'e':
      return activate(key);
    default:
      return false;
  }
}

/** Rows carry the UUID of their conversation. @returns the UUID below or above the open one; null at the ends */
function neighbor(by: 1 | -1): string | null {
  const rows = [...document.querySelectorAll<HTMLElement>('[data-conversation]')];
  const open = rows.findIndex((row) => row.dataset['status'] === 'active');
  const next = open === -1 ? rows[by === 1 ? 0 : rows.length - 1] : rows[open + by];
  return next?.dataset['conversation'] ?? null;
}

/** Selects the open conversation in the list, or the one with the focus. */
function select(): boolean {
  const row =
    document.activeElement?.closest<HTMLElement>('[data-conversation]') ??
    document.querySelector<HTMLElement>('[data-conversation][data-status="active"]');
  const uuid = row?.dataset['conversation'];
  const box = document.querySelector<HTMLInputElement>(`[data-select="${uuid}"]`);
  box?.click();
  return box !== null;
}

/** Presses a control that is marked with the key. */
function activate(key: string): boolean {
  const marked = document.querySelector<HTMLElement>(`[data-shortcut="${key}"]`);
  const control = marked?.matches('button') ? marked : marked?.querySelector<HTMLElement>('button');
  if (control == null) return false;
  control.focus();
  // Menus open by key or pointer, not by click.
  if (control.getAttribute('aria-haspopup') === 'menu') {
    control.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }));
  } else control.click();
  return true;
}

/** @param typed text that opens the list of canned replies, if the draft is empty */
function focusComposer(typed = ''): boolean {
  const composer = document.querySelector<HTMLTextAreaElement>('textarea[data-composer]');
  if (composer === null) return false;
  composer.focus();
  if (typed !== '' && composer.value === '') document.execCommand('insertText', false, typed);
  return true;
}
