import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { useKeptPlace } from '../../../components/messaging/use-kept-place.ts';
import { MessageBubble } from './message-bubble.tsx';
import type { ShownMessage } from './shown-messages.ts';

interface MessageLogProps {
  messages: readonly ShownMessage[];
  /** Before the first: a way to earlier ones. */
  earlier?: ReactNode;
}

const NEAR_THE_END_PX = 120;

/** What was said, the latest in view; somebody who reads what is further up is left there. */
export function MessageLog({ messages, earlier }: MessageLogProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const isAtEnd = useRef(true);
  const list = useRef<HTMLOListElement>(null);
  const latest = messages.at(-1);
  useKeptPlace(list, messages[0]?.key);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is new is seen by the latest message.
  useLayoutEffect(() => {
    const element = scroller.current;
    if (element !== null && isAtEnd.current) element.scrollTop = element.scrollHeight;
  }, [latest?.key, latest?.content]);
  // Where one writes takes more room or less: the latest stays in view.
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
      aria-label="Messages"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard.
      tabIndex={0}
      className="relative min-h-0 flex-1 overflow-y-auto px-4 py-5 -outline-offset-2 [overflow-anchor:none] sm:px-6"
    >
      {earlier}
      {messages.length === 0 ? (
        <p className="text-center text-ink-soft text-sm">Nothing was said yet.</p>
      ) : (
        <ol ref={list} className="mx-auto grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-3">
          {messages.map((message) => (
            <MessageBubble key={message.key} message={message} />
          ))}
        </ol>
      )}
    </div>
  );
}
