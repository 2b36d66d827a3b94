import type { ReactNode } from 'react';
import { classNames } from '../lib/class-names.ts';

export type Tone = 'neutral' | 'good' | 'warn' | 'bad' | 'info' | 'accent';

const TONES = {
  neutral: 'bg-sunken text-ink-soft ring-line',
  good: 'bg-good-soft text-good ring-good/25',
  warn: 'bg-warn-soft text-warn ring-warn/25',
  bad: 'bg-bad-soft text-bad ring-bad/25',
  info: 'bg-info-soft text-info ring-info/25',
  accent: 'bg-accent-soft text-accent-strong ring-accent/25',
} as const;

/** A state in one or two words; color is never the only signal. */
export function Badge({ tone = 'neutral', children }: { tone?: Tone; children: ReactNode }) {
  return (
    <span
      className={classNames(
        'inline-flex items-center gap-1 whitespace-nowrap rounded-full px-2 py-0.5 font-medium text-xs ring-1 ring-inset',
        TONES[tone],
      )}
    >
      {children}
    </span>
  );
}
