import { memo } from 'react';
import { RelativeTime } from '../../../components/relative-time.tsx';
import type { ConversationEvent } from '../../../data/inbox.ts';
import { eventWords } from './event-words.ts';

/** An event of the conversation, and when, between its messages. */
export const EventLine = memo(function EventLine({ event }: { event: ConversationEvent }) {
  return (
    <li className="text-center text-ink-soft text-xs">
      <span dir="auto">{eventWords(event)}</span> · <RelativeTime iso={event.created_at} />
    </li>
  );
});
