import { useEffect, useRef } from 'react';
import { Badge } from '../../../components/badge.tsx';
import { RelativeTime } from '../../../components/relative-time.tsx';
import { classNames } from '../../../lib/class-names.ts';
import { scrollToEnd } from '../../../lib/scroll-to-end.ts';
import type { PhoneMessage } from './phone-message.ts';

/** Messages as the customer sees them, oldest first; new ones come by themselves. */
export function PhoneMessages({ messages }: { messages: readonly PhoneMessage[] }) {
  const end = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it follows what is added.
  useEffect(() => scrollToEnd(end.current), [messages.length]);
  return (
    <div role="log" aria-label="Messages" className="mt-auto">
      <ol className="grid gap-3">
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
          {isMine ? 'You: ' : 'Business: '}
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
