import { Callout } from '../../../components/feedback/callout.tsx';
import type { Conversation } from '../../../data/conversations.ts';
import { formatDateTime } from '../../../lib/format/format.ts';
import { t } from '../../../lib/i18n/t.ts';

/** Why the AI does not answer this customer, and until when. */
export function SilenceNote({ silence }: { silence: NonNullable<Conversation['silence']> }) {
  const time = formatDateTime(silence.until);
  return (
    <Callout kind="warn">
      {silence.reason === 'AUTOMATIC_REPLIES'
        ? t('The customer’s messages look like automatic replies. The assistant is paused until {time}.', {
            time,
          })
        : t(
            'The customer has received all replies that the assistant may send in 24 hours. The assistant is paused until {time}.',
            { time },
          )}
    </Callout>
  );
}
