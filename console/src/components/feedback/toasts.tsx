import { CircleAlert, CircleCheck, X } from 'lucide-react';
import { Toast as Radix } from 'radix-ui';
import { useSyncExternalStore } from 'react';
import { IconButton } from '../button.tsx';
import { dismissToast, listenToToasts, shownToasts } from './toast-store.ts';

/** Shows what `toast` is told; stands once in the page. */
export function Toasts() {
  const toasts = useSyncExternalStore(listenToToasts, shownToasts);
  return (
    <Radix.Provider duration={6_000} swipeDirection="right">
      {toasts.map(({ id, text, tone }) => (
        <Radix.Root
          key={id}
          type={tone === 'bad' ? 'foreground' : 'background'}
          onOpenChange={(open) => !open && dismissToast(id)}
          className="flex items-start gap-3 rounded-lg border border-line bg-raised py-2.5 pr-2 pl-4 shadow-raised"
        >
          {tone === 'bad' ? (
            <CircleAlert className="mt-1 size-4 shrink-0 text-bad" aria-hidden />
          ) : (
            <CircleCheck className="mt-1 size-4 shrink-0 text-good" aria-hidden />
          )}
          <Radix.Description className="min-w-0 flex-1 py-0.5">{text}</Radix.Description>
          <Radix.Close asChild>
            <IconButton label="Dismiss" size="small">
              <X />
            </IconButton>
          </Radix.Close>
        </Radix.Root>
      ))}
      <Radix.Viewport className="fixed right-4 bottom-4 z-60 flex w-[min(24rem,calc(100vw-2rem))] flex-col gap-2" />
    </Radix.Provider>
  );
}
