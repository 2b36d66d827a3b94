import { Timer, TimerOff } from 'lucide-react';
import { t } from '../../lib/i18n/t.ts';
import { Badge } from '../badge.tsx';
import { leftWords, type WindowState } from './window-state.ts';

const SOON_MS = 60 * 60_000;

/** Remaining time for free-text messages. */
export function WindowTimer({ state }: { state: WindowState }) {
  if (state.kind === 'refused') return <Badge tone="bad">{t('Customer said STOP')}</Badge>;
  if (state.kind === 'closed') {
    return (
      <Badge tone="warn">
        <TimerOff className="size-3.5" aria-hidden />
        {t('Window closed')}
      </Badge>
    );
  }
  return (
    <Badge tone={state.leftMs < SOON_MS ? 'warn' : 'good'}>
      <Timer className="size-3.5" aria-hidden />
      <span role="timer">{t('Window open for {time}', { time: leftWords(state.leftMs) })}</span>
    </Badge>
  );
}
