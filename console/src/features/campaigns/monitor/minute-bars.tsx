import { t } from '../../../lib/i18n/t.ts';

/** Calls started in each of the last minutes, the current one last. */
export function MinuteBars({ minutes }: { minutes: readonly number[] }) {
  const most = Math.max(1, ...minutes);
  const sum = minutes.reduce((total, calls) => total + calls, 0);
  return (
    <div
      role="img"
      aria-label={t(
        '{calls, plural, one {# call} other {# calls}} started in the last {minutes, plural, one {# minute} other {# minutes}}',
        { calls: sum, minutes: minutes.length },
      )}
      className="mt-2 flex h-6 items-end gap-0.5"
    >
      {minutes.map((calls, index) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: bars are identified by position.
          key={index}
          className="min-h-px flex-1 rounded-t-sm bg-accent"
          style={{ height: `${(calls / most) * 100}%` }}
        />
      ))}
    </div>
  );
}
