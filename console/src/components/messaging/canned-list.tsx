import type { KeyboardEvent } from 'react';
import { classNames } from '../../lib/class-names.ts';
import { t } from '../../lib/i18n/t.ts';

/** A text that `/` and its shortcut insert. */
export interface CannedText {
  shortcut: string;
  text: string;
}

const MOST = 8;

/** The texts that a draft asks for: `/th` finds `thanks`; empty for other drafts. */
export function cannedFor(draft: string, canned: readonly CannedText[]): CannedText[] {
  const typed = /^\/([\w-]*)$/.exec(draft)?.[1]?.toLowerCase();
  if (typed === undefined) return [];
  const found = canned.filter(({ shortcut }) => shortcut.includes(typed));
  const begins = ({ shortcut }: CannedText): number => (shortcut.startsWith(typed) ? 0 : 1);
  return found.sort((left, right) => begins(left) - begins(right)).slice(0, MOST);
}

/** @returns the position after an arrow key; undefined for other keys */
export function steppedBy({ key }: KeyboardEvent, at: number, count: number): number | undefined {
  if (key === 'ArrowDown') return (at + 1) % count;
  if (key === 'ArrowUp') return (at + count - 1) % count;
  return undefined;
}

interface CannedListProps {
  id: string;
  found: readonly CannedText[];
  /** Position of the highlighted text. */
  at: number;
  onTake: (canned: CannedText) => void;
}

/** The texts to choose from; the focus stays in the composer. */
export function CannedList({ id, found, at, onTake }: CannedListProps) {
  return (
    <div
      id={id}
      role="listbox"
      aria-label={t('Canned replies')}
      className="max-h-56 overflow-y-auto rounded-lg border border-line bg-raised p-1 shadow-raised"
    >
      {found.map((canned, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the composer handles the keys.
        <div
          key={canned.shortcut}
          id={`${id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === at}
          onClick={() => onTake(canned)}
          className={classNames('cursor-default rounded-md px-2.5 py-1.5', index === at && 'bg-accent-soft')}
        >
          <span className="font-mono text-sm">/{canned.shortcut}</span>
          <span dir="auto" className="block truncate text-ink-soft text-sm">
            {canned.text}
          </span>
        </div>
      ))}
    </div>
  );
}
