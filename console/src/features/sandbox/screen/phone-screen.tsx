import type { ReactNode } from 'react';
import { t } from '../../../lib/i18n/t.ts';

interface PhoneScreenProps {
  /** Accessible name. */
  label: string;
  /** Name of the other party. */
  title: string;
  text: string;
  children: ReactNode;
  footer: ReactNode;
}

/** The customer's phone with an open conversation. */
export function PhoneScreen({ label, title, text, children, footer }: PhoneScreenProps) {
  return (
    <section
      aria-label={label}
      className="flex h-[clamp(26rem,70vh,42rem)] flex-col overflow-hidden rounded-3xl border border-line-strong bg-surface shadow-raised"
    >
      <header className="border-line border-b px-5 py-3 text-center">
        <h2 dir="auto" className="truncate font-semibold">
          {title}
        </h2>
        {text !== title && <p className="text-ink-soft text-sm tabular-nums">{text}</p>}
      </header>
      <section
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scroll areas must be reachable by keyboard.
        tabIndex={0}
        data-scroller
        aria-label={t('Conversation with {title}', { title })}
        className="flex min-h-0 flex-1 flex-col overflow-y-auto bg-sunken p-4 -outline-offset-2 [overflow-anchor:none]"
      >
        {children}
      </section>
      <footer className="grid gap-2 border-line border-t p-3">{footer}</footer>
    </section>
  );
}
