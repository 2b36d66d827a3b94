import { Badge } from '../../../components/badge.tsx';
import { ElapsedTime } from '../../../components/talk/call/elapsed-time.tsx';
import type { CallItem } from '../../../data/calls.ts';
import { classNames } from '../../../lib/class-names.ts';
import { formatCount } from '../../../lib/format/format.ts';
import { t } from '../../../lib/i18n/t.ts';
import { partyOf, TYPE_WORDS } from '../call-words.ts';

interface LiveCall {
  call: CallItem;
  /** When it was answered, by this browser's clock. */
  answeredMs: number;
}

interface LiveCallListProps {
  calls: readonly LiveCall[];
  /** All running calls; more than `calls` if they do not fit a page. */
  total: number;
  selected: number;
  onSelect: (callId: number) => void;
}

/** Running calls with the latest words of each. */
export function LiveCallList({ calls, total, selected, onSelect }: LiveCallListProps) {
  return (
    <div className="overflow-hidden rounded-xl border border-line bg-surface lg:sticky lg:top-4">
      <ul aria-label={t('Live calls')} className="grid max-h-[40vh] overflow-y-auto lg:max-h-[75vh]">
        {calls.map(({ call, answeredMs }) => (
          <li key={call.id} className="border-line border-b last:border-b-0">
            <button
              type="button"
              aria-current={call.id === selected || undefined}
              onClick={() => onSelect(call.id)}
              className={classNames(
                'grid w-full gap-0.5 px-4 py-2.5 text-left -outline-offset-2 hover:bg-sunken',
                call.id === selected && 'bg-accent-soft',
              )}
            >
              <span className="flex items-center justify-between gap-3">
                <span className="truncate font-medium">{partyOf(call)}</span>
                <CallTime call={call} answeredMs={answeredMs} />
              </span>
              <span dir="auto" className="truncate text-left text-ink-soft text-xs">
                {TYPE_WORDS[call.type]} · {call.assistant_name ?? t('Deleted assistant')}
              </span>
              <span dir="auto" className="truncate text-left text-ink-soft text-sm">
                {call.transcript.at(-1)?.text ?? t('Nothing said yet')}
              </span>
            </button>
          </li>
        ))}
      </ul>
      {calls.length === 0 && (
        <p className="px-4 py-3 text-ink-soft text-sm">{t('No other calls right now.')}</p>
      )}
      {total > calls.length && (
        <p className="border-line border-t px-4 py-2 text-ink-soft text-sm">
          {t('{total} more', { total: formatCount(total - calls.length) })}
        </p>
      )}
    </div>
  );
}

function CallTime({ call, answeredMs }: LiveCall) {
  if (call.status !== 'in-progress') return <Badge>{t('Ringing')}</Badge>;
  return (
    <span className="text-ink-soft text-xs">
      <ElapsedTime sinceMs={answeredMs} untilMs={null} />
    </span>
  );
}
