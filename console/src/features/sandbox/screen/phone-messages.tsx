import { type ReactNode, useEffect, useRef } from 'react';
import { Badge } from '../../../components/badge.tsx';
import { useKeptPosition } from '../../../components/messaging/use-kept-position.ts';
import { RelativeTime } from '../../../components/relative-time.tsx';
import { classNames } from '../../../lib/class-names.ts';
import { t } from '../../../lib/i18n/t.ts';
import { scrollToEnd } from '../../../lib/scroll-to-end.ts';
import type { PhoneMessage } from './phone-message.ts';

interface PhoneMessagesProps {
  messages: readonly PhoneMessage[];
  /** Loads earlier messages; shown above the first one. */
  earlier: ReactNode;
}

/** Messages as the customer sees them, oldest first. */
export function PhoneMessages({ messages, earlier }: PhoneMessagesProps) {
  const list = useRef<HTMLOListElement>(null);
  const end = useRef<HTMLDivElement>(null);
  useKeptPosition(list, messages[0]?.id);
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls when a message arrives.
  useEffect(() => scrollToEnd(end.current), [messages.at(-1)?.id]);
  return (
    <div role="log" aria-label={t('Messages')} className="mt-auto">
      {earlier}
      <ol ref={list} className="grid gap-3">
        {messages.map((message) => (
          <Bubble key={message.id} message={message} />
        ))}
      </ol>
      <div ref={end} />
    </div>
  );
}

function Bubble({ message }: { message: PhoneMessage }) {
  const { isMine, text, createdAt, author, state, trouble } = message;
  return (
    <li
      className={classNames(
        'grid max-w-[88%] gap-1',
        isMine ? 'justify-items-end justify-self-end' : 'justify-items-start justify-self-start',
      )}
    >
      <p
        dir="auto"
        className={classNames(
          'wrap-anywhere whitespace-pre-wrap rounded-2xl px-3.5 py-2',
          isMine ? 'rounded-br-md bg-accent-soft' : 'rounded-bl-md border border-line bg-surface',
        )}
      >
        <span dir="ltr" className="sr-only">
          {isMine ? t('You:') : t('Business:')}{' '}
        </span>
        {text}
      </p>
      <p
        className={classNames(
          'flex flex-wrap items-center gap-1.5 text-ink-soft text-xs',
          isMine && 'justify-end',
        )}
      >
        {author !== null && <span>{author}</span>}
        <RelativeTime iso={createdAt} />
        {state !== null && <Badge tone={state.tone}>{state.text}</Badge>}
      </p>
      {trouble !== null && <p className="text-bad text-xs">{trouble}</p>}
    </li>
  );
}
