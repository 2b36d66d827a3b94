import { formatCount, formatShare } from '../../lib/format/format.ts';
import { t } from '../../lib/i18n/t.ts';

interface ProgressBarProps {
  /** Accessible name. */
  label: string;
  done: number;
  total: number;
}

/** Progress bar with an accessible text such as `3 of 10, 30%`. */
export function ProgressBar({ label, done, total }: ProgressBarProps) {
  const share = total === 0 ? 0 : done / total;
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={total}
      aria-valuenow={done}
      aria-valuetext={t('{done} of {total}, {share}', {
        done: formatCount(done),
        total: formatCount(total),
        share: formatShare(share),
      })}
      className="h-2 overflow-hidden rounded-full bg-line"
    >
      <div className="h-full rounded-full bg-accent" style={{ width: `${share * 100}%` }} />
    </div>
  );
}
