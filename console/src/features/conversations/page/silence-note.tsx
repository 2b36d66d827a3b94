import { Callout } from '../../../components/feedback/callout.tsx';
import type { Conversation } from '../../../data/conversations.ts';
import { formatDateTime } from '../../../lib/format/format.ts';
import { t } from '../../../lib/i18n/t.ts';

const REASONS: Readonly<Record<NonNullable<Conversation['silence']>['reason'], string>> = {
  AUTOMATIC_REPLIES: t('The customer’s messages look like automatic replies'),
  DAILY_LIMIT: t('The customer has received all replies that the assistant may send in 24 hours'),
};

/** Why the AI does not answer this customer, and until when. */
export function SilenceNote({ silence }: { silence: NonNullable<Conversation['silence']> }) {
  return (
    <Callout kind="warn">
      {t('{value}. The assistant is paused until {until}.', {
        value: REASONS[silence.reason],
        until: formatDateTime(silence.until),
      })}
    </Callout>
  );
}
