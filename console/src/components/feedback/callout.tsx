import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from '../../lib/class-names.ts';

const KINDS = {
  good: { box: 'border-good/30 bg-good-soft', icon: <CircleCheck className="text-good" /> },
  info: { box: 'border-info/30 bg-info-soft', icon: <Info className="text-info" /> },
  warn: { box: 'border-warn/30 bg-warn-soft', icon: <TriangleAlert className="text-warn" /> },
  bad: { box: 'border-bad/30 bg-bad-soft', icon: <CircleAlert className="text-bad" /> },
} as const;

/** A note shown where it applies. */
export function Callout({ kind = 'info', children }: { kind?: keyof typeof KINDS; children: ReactNode }) {
  return (
    <div
      className={classNames(
        'flex items-start gap-3 rounded-lg border px-4 py-3 text-sm [&>svg]:mt-0.5 [&>svg]:size-4 [&>svg]:shrink-0',
        KINDS[kind].box,
      )}
    >
      {KINDS[kind].icon}
      <div className="min-w-0 flex-1 wrap-anywhere">{children}</div>
    </div>
  );
}
