import type { ReactNode } from 'react';
import { classNames } from '../../lib/class-names.ts';

interface MarkedItemProps {
  /** The ref of `useArrival`, where the address points at this one. */
  mark: ((element: HTMLElement | null) => void) | undefined;
  className?: string;
  children: ReactNode;
}

/** A card of a list of few, marked where the address points at it. */
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
