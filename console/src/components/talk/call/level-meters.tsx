import type { Call } from '../../../../../sdk/web/src/call/call.ts';
import { useCallLevels } from '../../../../../sdk/web/src/react.ts';
import { classNames } from '../../../lib/class-names.ts';
import { t } from '../../../lib/i18n/t.ts';

/** Level from which a side counts as speaking. */
const SPEAKING = 0.35;

/** Audio levels of both sides, and who is speaking. */
export function LevelMeters({
  call,
  isMuted,
  names,
}: {
  call: Call | null;
  isMuted: boolean;
  names: readonly [string, string];
}) {
  const levels = useCallLevels(call);
  return (
    <div className="grid gap-2">
      <Meter name={names[0]} fill={levels.speaker} />
      <Meter name={names[1]} fill={isMuted ? 0 : levels.microphone} />
    </div>
  );
}

function Meter({ name, fill }: { name: string; fill: number }) {
  const isSpeaking = fill > SPEAKING;
  return (
    <div className="grid grid-cols-[6.5rem_minmax(0,1fr)_4.5rem] items-center gap-3 text-sm">
      <span className="truncate">{name}</span>
      <span
        role="meter"
        aria-label={t('Volume: {name}', { name })}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(fill * 100)}
        className="h-2 overflow-hidden rounded-full bg-line"
      >
        <span
          className={classNames('block h-full rounded-full', isSpeaking ? 'bg-good' : 'bg-line-strong')}
          style={{ width: `${Math.round(fill * 100)}%` }}
        />
      </span>
      <span className="text-ink-soft text-xs" data-speaking={isSpeaking || undefined}>
        {isSpeaking ? t('Speaking') : ''}
      </span>
    </div>
  );
}
