import type { ReactNode } from 'react';
import { classNames } from '../../lib/class-names.ts';

interface CardProps {
  /** Anchor in the URL: `/profile#password`. */
  id?: string;
  title?: ReactNode;
  text?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
  className?: string;
}

export function Card({ id, title, text, actions, children, className }: CardProps) {
  return (
    <section
      id={id}
      className={classNames('scroll-mt-20 rounded-xl border border-line bg-surface p-5', className)}
    >
      {(title || actions) && (
        <header className="mb-4 flex flex-wrap items-start justify-between gap-3">
          <div>
            {title && <h2 className="font-semibold">{title}</h2>}
            {text && <p className="mt-0.5 text-ink-soft text-sm">{text}</p>}
          </div>
          {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
        </header>
      )}
      {children}
    </section>
  );
}

/** A list of label and value: `[['Number', '+40…'], …]`. */
export function Facts({ facts }: { facts: readonly (readonly [string, ReactNode])[] }) {
  return (
    <dl className="grid grid-cols-[minmax(7rem,auto)_minmax(0,1fr)] gap-x-6 gap-y-2 text-sm">
      {facts.map(([name, value]) => (
        <div key={name} className="col-span-2 grid grid-cols-subgrid">
          <dt className="text-ink-soft">{name}</dt>
          <dd className="min-w-0 wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
