import { ArrowRightLeft, CircleAlert, Info, Wrench } from 'lucide-react';
import { memo, type ReactNode } from 'react';
import { Badge } from '../../../components/badge.tsx';
import { JsonBlock } from '../../../components/json-block.tsx';
import { classNames } from '../../../lib/class-names.ts';
import { formatDuration, formatMilliseconds } from '../../../lib/format/format.ts';
import { t } from '../../../lib/i18n/t.ts';
import { translateServerText } from '../../../lib/i18n/translate-server-text.ts';
import { eventWords } from './event-words.ts';
import type { TimelineEntry } from './timeline.ts';

interface TimelineRowProps {
  entry: TimelineEntry;
  isCurrent: boolean;
  /** Plays the recording from there; undefined without a recording. */
  onJump: ((atMs: number) => void) | undefined;
  /** Ref of the line that the URL names. */
  mark: ((element: HTMLElement | null) => void) | undefined;
}

/** Memoized: rerenders only when `isCurrent` changes. */
export const TimelineRow = memo(function TimelineRow({ entry, isCurrent, onJump, mark }: TimelineRowProps) {
  const time = formatDuration(entry.atMs / 1000);
  if (entry.kind !== 'said') {
    return (
      <li className="grid grid-cols-[3rem_minmax(0,1fr)] gap-x-3 px-2 py-1.5 text-sm">
        <span className="pt-0.5 text-ink-soft text-xs tabular-nums">{time}</span>
        <Happening entry={entry} />
      </li>
    );
  }
  const isAssistant = entry.sender === 'bot';
  const line = (
    <>
      <span className="pt-0.5 text-ink-soft text-xs tabular-nums">{time}</span>
      <span className="min-w-0">
        <span className={classNames('block font-medium text-xs', isAssistant ? 'text-accent' : 'text-info')}>
          {speakerOf(entry)}
        </span>
        <span dir="auto" className="wrap-anywhere whitespace-pre-wrap">
          {entry.text}
        </span>
      </span>
    </>
  );
  const look = classNames(
    'grid w-full grid-cols-[3rem_minmax(0,1fr)] gap-x-3 rounded-lg px-2 py-1.5 text-left',
    isCurrent && 'bg-accent-soft',
  );
  return (
    <li ref={mark} tabIndex={mark && -1} aria-current={isCurrent || undefined}>
      {onJump === undefined ? (
        <div className={look}>{line}</div>
      ) : (
        <button
          type="button"
          onClick={() => onJump(entry.atMs)}
          className={classNames(look, !isCurrent && 'hover:bg-sunken')}
        >
          {line}
        </button>
      )}
    </li>
  );
});

function speakerOf({ sender, isSupervisor }: Extract<TimelineEntry, { kind: 'said' }>): string {
  if (isSupervisor) return t('Supervisor');
  return sender === 'bot' ? t('Assistant') : t('Customer');
}

function Happening({ entry }: { entry: Exclude<TimelineEntry, { kind: 'said' }> }) {
  if (entry.kind === 'tool') return <ToolCall tool={entry} />;
  if (entry.kind === 'transfer') {
    const { kind, target, outcome, reason } = entry.transfer;
    const isBad = outcome === 'failed';
    return (
      <Remark icon={<ArrowRightLeft />} isBad={isBad} detail={reason && translateServerText(reason)}>
        {transferWords(kind, target, isBad)}
      </Remark>
    );
  }
  const { title, detail, isBad } = eventWords(entry.type, entry.data);
  return (
    <Remark icon={isBad ? <CircleAlert /> : <Info />} isBad={isBad} detail={detail}>
      {title}
    </Remark>
  );
}

function transferWords(kind: 'blind' | 'warm' | 'assistant', target: string, hasFailed: boolean): string {
  switch (kind) {
    case 'blind':
      return hasFailed
        ? t('Blind transfer to {target}: failed', { target })
        : t('Blind transfer to {target}: connected', { target });
    case 'warm':
      return hasFailed
        ? t('Warm transfer to {target}: failed', { target })
        : t('Warm transfer to {target}: connected', { target });
    case 'assistant':
      return hasFailed
        ? t('Handoff to {target}: failed', { target })
        : t('Handoff to {target}: connected', { target });
  }
}

interface RemarkProps {
  icon: ReactNode;
  isBad: boolean;
  detail: string | null;
  children: ReactNode;
}

function Remark({ icon, isBad, detail, children }: RemarkProps) {
  return (
    <div
      className={classNames(
        'flex items-start gap-2 [&>svg]:mt-0.5 [&>svg]:size-4 [&>svg]:shrink-0',
        isBad ? 'text-bad' : 'text-ink-soft',
      )}
    >
      {icon}
      <span className="min-w-0 wrap-anywhere">
        {children}
        {detail !== null && <span className="block text-xs">{detail}</span>}
      </span>
    </div>
  );
}

function ToolCall({ tool }: { tool: Extract<TimelineEntry, { kind: 'tool' }> }) {
  return (
    <details className="rounded-lg border border-line bg-ground">
      <summary className="flex cursor-pointer flex-wrap items-center gap-2 rounded-lg px-3 py-2">
        <Wrench className="size-4 shrink-0 text-ink-soft" aria-hidden />
        <span className="break-all font-medium font-mono text-xs">{tool.name}</span>
        <span className="text-ink-soft text-xs">{formatMilliseconds(tool.durationMs)}</span>
        {tool.hasFailed && <Badge tone="bad">{t('Failed')}</Badge>}
      </summary>
      <div className="grid gap-3 border-line border-t p-3">
        <JsonBlock label={t('Arguments')} value={tool.given} />
        <JsonBlock label={t('Result')} value={tool.result} />
      </div>
    </details>
  );
}
