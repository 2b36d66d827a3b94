import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { type ReactNode, useLayoutEffect, useMemo, useRef } from 'react';
import { useKeptPosition } from '../../../components/messaging/use-kept-position.ts';
import { useArrival } from '../../../components/table/use-arrival.ts';
import { conversationEventsQuery, notesQuery } from '../../../data/inbox.ts';
import { t } from '../../../lib/i18n/t.ts';
import { EventLine } from '../work/event-line.tsx';
import { NoteBubble } from '../work/note-bubble.tsx';
import { MessageBubble } from './message-bubble.tsx';
import { isSaidAt, type ShownMessage } from './shown-messages.ts';
import { type ThreadItem, withNotes } from './with-notes.ts';

interface MessageLogProps {
  /** UUID of the conversation. */
  conversation: string;
  messages: readonly ShownMessage[];
  /** There are earlier messages that are not loaded. */
  isCut?: boolean;
  /** Loads earlier messages; shown above the first one. */
  earlier?: ReactNode;
}

const NEAR_THE_END_PX = 120;

/** Messages; scrolls to new ones unless the reader has scrolled up. */
export function MessageLog({ conversation, messages, isCut = false, earlier }: MessageLogProps) {
  const { data: notes = [] } = useQuery(notesQuery(conversation));
  const { data: events = [] } = useQuery(conversationEventsQuery(conversation));
  const items = useMemo(
    () => withNotes(messages, { notes, events }, isCut),
    [messages, notes, events, isCut],
  );
  const scroller = useRef<HTMLDivElement>(null);
  const { at } = useSearch({ from: '/console/conversations/$uuid' });
  const arrive = useArrival(at);
  const isAtEnd = useRef(at === undefined);
  const list = useRef<HTMLOListElement>(null);
  const latest = items.at(-1);
  useKeptPosition(list, messages[0]?.key);
  // biome-ignore lint/correctness/useExhaustiveDependencies: new messages change the latest one.
  useLayoutEffect(() => {
    const element = scroller.current;
    if (element !== null && isAtEnd.current) element.scrollTop = element.scrollHeight;
  }, [latest?.key, latest?.kind === 'message' && latest.message.content]);
  // The composer below grows and shrinks; keep the latest message in view.
  useLayoutEffect(() => {
    const element = scroller.current;
    if (element === null) return undefined;
    const observer = new ResizeObserver(() => {
      if (isAtEnd.current) element.scrollTop = element.scrollHeight;
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const watch = (): void => {
    const element = scroller.current;
    if (element === null) return;
    isAtEnd.current = element.scrollHeight - element.scrollTop - element.clientHeight < NEAR_THE_END_PX;
  };
  return (
    <div
      ref={scroller}
      data-scroller
      onScroll={watch}
      role="log"
      aria-label={t('Messages')}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: scroll areas must be reachable by keyboard.
      tabIndex={0}
      className="relative min-h-0 flex-1 overflow-y-auto px-4 py-5 -outline-offset-2 [overflow-anchor:none] sm:px-6"
    >
      {earlier}
      {items.length === 0 ? (
        <p className="text-center text-ink-soft text-sm">{t('No messages yet.')}</p>
      ) : (
        <ol ref={list} className="mx-auto grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-3">
          {items.map((item) => (
            <ThreadLine
              key={item.key}
              uuid={conversation}
              item={item}
              mark={
                at !== undefined && item.kind === 'message' && isSaidAt(item.message, at) ? arrive : undefined
              }
            />
          ))}
        </ol>
      )}
    </div>
  );
}

interface ThreadLineProps {
  uuid: string;
  item: ThreadItem;
  mark: ((element: HTMLElement | null) => void) | undefined;
}

function ThreadLine({ uuid, item, mark }: ThreadLineProps) {
  if (item.kind === 'message') return <MessageBubble message={item.message} mark={mark} />;
  return item.kind === 'note' ? (
    <NoteBubble uuid={uuid} note={item.note} />
  ) : (
    <EventLine event={item.event} />
  );
}
