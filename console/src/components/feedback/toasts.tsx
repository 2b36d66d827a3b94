import * as Radix from '@radix-ui/react-toast';
import { CircleAlert, CircleCheck, X } from 'lucide-react';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { classNames } from '../../lib/class-names.ts';
import { t } from '../../lib/i18n/t.ts';
import { useCutSides } from '../../lib/use-cut-sides.ts';
import { IconButton } from '../button.tsx';
import { dismissToast, listenToToasts, shownToasts } from './toast-store.ts';

/**
 * The toasts, rendered once in the frame, where they cover no controls: in the top bar on small screens, else at the
 * bottom of the side bar, which leaves room for them.
 */
export function Toasts() {
  const toasts = useSyncExternalStore(listenToToasts, shownToasts);
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => publishHeight(list.current), []);
  return (
    <Radix.Provider duration={6_000} swipeDirection="right">
      {toasts.map(({ id, text, tone }) => (
        <Radix.Root
          key={id}
          type={tone === 'bad' ? 'foreground' : 'background'}
          // Errors stay until dismissed.
          {...(tone === 'bad' && { duration: Number.POSITIVE_INFINITY })}
          onOpenChange={(open) => !open && dismissToast(id)}
          className="flex items-start gap-2 rounded-lg border border-line-strong bg-raised py-1 pr-1 pl-2.5 text-xs shadow-raised max-lg:not-last:hidden lg:gap-2.5 lg:py-2 lg:pl-3 lg:text-sm"
        >
          {tone === 'bad' ? (
            <CircleAlert className="mt-1.5 size-4 shrink-0 text-bad" aria-hidden />
          ) : (
            <CircleCheck className="mt-1.5 size-4 shrink-0 text-good" aria-hidden />
          )}
          <ToastText text={text} />
          <Radix.Close asChild>
            <IconButton label={t('Dismiss')} size="small">
              <X />
            </IconButton>
          </Radix.Close>
        </Radix.Root>
      ))}
      <Radix.Viewport
        ref={list}
        className="fixed inset-x-14 top-0 z-60 mx-auto flex h-(--top-bar) max-w-96 flex-col justify-center gap-2 lg:inset-x-auto lg:top-auto lg:bottom-[calc(var(--side-bar-end)+0.75rem)] lg:left-3 lg:h-auto lg:w-54"
      />
    </Radix.Provider>
  );
}

/** Grows up to a limit, so that the side bar keeps its links; longer text fades out and scrolls. */
function ToastText({ text }: { text: string }) {
  const scroller = useRef<HTMLDivElement>(null);
  const { after } = useCutSides(scroller, 'y');
  return (
    <Radix.Description asChild>
      <div
        ref={scroller}
        className={classNames(
          'max-h-10 min-w-0 flex-1 self-center overflow-y-auto wrap-anywhere leading-tight lg:max-h-[40dvh] lg:py-1 lg:leading-snug',
          after && 'mask-b-from-50%',
        )}
      >
        {text}
      </div>
    </Radix.Description>
  );
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
