import { Check, CheckCheck, CircleAlert, Clock3 } from 'lucide-react';
import type { z } from 'zod';
import type { delivery } from '#contract/messaging.ts';
import { classNames } from '../../lib/class-names.ts';
import { t } from '../../lib/i18n/t.ts';
import { translateServerText } from '../../lib/i18n/translate-server-text.ts';

type Delivery = z.output<typeof delivery>;

const STATES = {
  queued: { label: t('Waiting to be sent'), icon: Clock3, look: 'text-ink-soft' },
  sent: { label: t('Sent'), icon: Check, look: 'text-ink-soft' },
  delivered: { label: t('Delivered'), icon: CheckCheck, look: 'text-ink-soft' },
  read: { label: t('Read'), icon: CheckCheck, look: 'text-info' },
  failed: { label: t('Failed'), icon: CircleAlert, look: 'text-bad' },
  undelivered: { label: t('Not delivered'), icon: CircleAlert, look: 'text-bad' },
} as const;

/** The delivery state of a message, with the error when it failed. */
export function DeliveryTicks({ delivery: { state, error, error_code } }: { delivery: Delivery }) {
  const { label, icon: Icon, look } = STATES[state];
  const hasFailed = state === 'failed' || state === 'undelivered';
  const reason = error === null ? codeWords(error_code) : translateServerText(error);
  return (
    <span className={classNames('inline-flex items-start gap-1 text-xs', look)} title={label}>
      <Icon className="size-3.5 shrink-0" aria-hidden />
      <span className={hasFailed ? '' : 'sr-only'}>
        {label}
        {hasFailed && reason !== null && `: ${reason}`}
      </span>
    </span>
  );
}

function codeWords(code: string | null): string | null {
  return code === null ? null : t('Carrier error {code}.', { code });
}
