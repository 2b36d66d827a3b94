import { Callout } from '../../../components/feedback/callout.tsx';
import type { Conversation } from '../../../data/conversations.ts';
import { formatDateTime } from '../../../lib/format/format.ts';

const REASONS: Readonly<Record<NonNullable<Conversation['silence']>['reason'], string>> = {
  AUTOMATIC_REPLIES: 'The customer’s messages look like automatic replies',
  DAILY_LIMIT: 'The customer has received all replies that the assistant may send in 24 hours',
};

/** Why the AI does not answer this customer, and until when. */
export function SilenceNote({ silence }: { silence: NonNullable<Conversation['silence']> }) {
  return (
    <Callout kind="warn">
      {REASONS[silence.reason]}. The assistant is paused until {formatDateTime(silence.until)}.
    </Callout>
  );
}
