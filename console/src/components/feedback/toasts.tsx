import { CircleAlert, CircleCheck, X } from 'lucide-react';
import { type RefObject, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { classNames } from '../../lib/class-names.ts';
import { t } from '../../lib/i18n/t.ts';
import { useCutSides } from '../../lib/use-cut-sides.ts';
import { IconButton } from '../button.tsx';
import { dismissToast, listenToToasts, type ShownToast, shownToasts } from './toast-store.ts';

const SHOWN_MS = 6_000;
const KEY = 'F8';

/**
 * The toasts, rendered once in the frame, where they cover no controls: in the top bar on small screens, else at the
 * bottom of the side bar, which leaves room for them.
 */
export function Toasts() {
  const toasts = useSyncExternalStore(listenToToasts, shownToasts);
  const list = useRef<HTMLOListElement>(null);
  const { isHeld, holders } = useHold(list, toasts);
  useEffect(() => publishHeight(list.current), []);
  useKeys(list);
  return (
    <section aria-label={t('Notifications ({key})', { key: KEY })} data-toasts>
      <ol
        ref={list}
        tabIndex={-1}
        aria-live="polite"
        {...holders}
        className="pointer-events-auto fixed top-0 right-24 left-14 z-60 mx-auto flex h-(--top-bar) max-w-96 flex-col justify-center gap-2 empty:invisible lg:top-auto lg:right-auto lg:bottom-[calc(var(--side-bar-end)+0.75rem)] lg:left-3 lg:h-auto lg:w-54"
      >
        {toasts.map((toast) => (
          <Toast key={toast.id} toast={toast} isHeld={isHeld} />
        ))}
      </ol>
    </section>
  );
}

function Toast({ toast: { id, text, tone }, isHeld }: { toast: ShownToast; isHeld: boolean }) {
  // Errors stay until dismissed.
  const isLeaving = tone === 'good' && !isHeld;
  useEffect(() => {
    if (!isLeaving) return undefined;
    const timer = setTimeout(() => dismissToast(id), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [id, isLeaving]);
  return (
    <li className="flex items-start gap-2 rounded-lg border border-line-strong bg-raised py-1 pr-1 pl-2.5 text-xs shadow-raised max-lg:not-last:hidden lg:gap-2.5 lg:py-2 lg:pl-3 lg:text-sm">
      {tone === 'bad' ? (
        <CircleAlert className="mt-1.5 size-4 shrink-0 text-bad" aria-hidden />
      ) : (
        <CircleCheck className="mt-1.5 size-4 shrink-0 text-good" aria-hidden />
      )}
      <ToastText text={text} isError={tone === 'bad'} />
      <IconButton label={t('Dismiss')} size="small" onClick={() => dismissToast(id)}>
        <X />
      </IconButton>
    </li>
  );
}

/** Grows up to a limit, so that the side bar keeps its links; longer text fades out and scrolls. */
function ToastText({ text, isError }: { text: string; isError: boolean }) {
  const scroller = useRef<HTMLDivElement>(null);
  const { after } = useCutSides(scroller, 'y');
  return (
    <div
      ref={scroller}
      role={isError ? 'alert' : undefined}
      className={classNames(
        'max-h-10 min-w-0 flex-1 self-center overflow-y-auto wrap-anywhere leading-tight lg:max-h-[40dvh] lg:py-1 lg:leading-snug',
        after && 'mask-b-from-50%',
      )}
    >
      {text}
    </div>
  );
}

/** Toasts stay under the pointer, with the focus, and while another window is in front. */
function useHold(list: RefObject<HTMLElement | null>, toasts: readonly ShownToast[]) {
  const [isPointed, setPointed] = useState(false);
  const [isFocused, setFocused] = useState(false);
  const [isAway, setAway] = useState(false);
  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    addEventListener('blur', () => setAway(true), { signal });
    addEventListener('focus', () => setAway(false), { signal });
    return () => stop.abort();
  }, []);
  // A button that is removed with its toast loses the focus and the pointer without an event.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the toasts are in the list.
  useEffect(() => {
    setFocused(list.current?.contains(document.activeElement) ?? false);
    setPointed(list.current?.matches(':hover') ?? false);
  }, [toasts]);
  return {
    isHeld: isPointed || isFocused || isAway,
    holders: {
      onPointerMove: () => setPointed(true),
      onPointerLeave: () => setPointed(false),
      onFocus: () => setFocused(true),
      onBlur: () => setFocused(false),
    },
  };
}

/** F8 moves the focus to the toasts. Escape dismisses the newest, unless it closes a dialog or menu. */
function useKeys(list: RefObject<HTMLOListElement | null>): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      if (event.key === KEY) list.current?.focus();
      const newest = shownToasts().at(-1);
      if (event.key === 'Escape' && !event.defaultPrevented && newest !== undefined) dismissToast(newest.id);
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [list]);
}

/** Publishes the height of the toasts to the side bar (`--toasts-height`). */
function publishHeight(list: HTMLElement | null): () => void {
  const observer = new ResizeObserver(() => {
    document.documentElement.style.setProperty(
      '--toasts-height',
      `${Math.ceil(list?.getBoundingClientRect().height ?? 0)}px`,
    );
  });
  if (list !== null) observer.observe(list);
  return () => observer.disconnect();
}
