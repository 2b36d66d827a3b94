import type { ReactNode } from 'react';
import { classNames } from '../../lib/class-names.ts';

interface MarkedItemProps {
  /** The ref from `useArrival` when the URL points at this item. */
  mark: ((element: HTMLElement | null) => void) | undefined;
  className?: string;
  children: ReactNode;
}

/** An item of a short list, highlighted when the URL points at it. */
export function MarkedItem({ mark, className, children }: MarkedItemProps) {
  return (
    <li
      ref={mark}
      tabIndex={-1}
      aria-current={mark !== undefined || undefined}
      className={classNames(
        'rounded-xl border p-4',
        mark === undefined ? 'border-line bg-surface' : 'border-accent bg-accent-soft',
        className,
      )}
    >
      {children}
    </li>
  );
}
