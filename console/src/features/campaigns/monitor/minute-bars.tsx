import { formatCount } from '../../../lib/format/format.ts';

/** Calls that were begun in each of the last minutes, the running one last. */
export function MinuteBars({ minutes }: { minutes: readonly number[] }) {
  const most = Math.max(1, ...minutes);
  const sum = minutes.reduce((total, calls) => total + calls, 0);
  return (
    <div
      role="img"
      aria-label={`${formatCount(sum)} calls begun in the last ${minutes.length} minutes`}
      className="mt-2 flex h-6 items-end gap-0.5"
    >
      {minutes.map((calls, index) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: a bar is its place in the last minutes.
          key={index}
          className="min-h-px flex-1 rounded-t-sm bg-accent"
          style={{ height: `${(calls / most) * 100}%` }}
        />
      ))}
    </div>
  );
}
