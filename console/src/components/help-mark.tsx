import * as Radix from '@radix-ui/react-popover';
import { CircleQuestionMark } from 'lucide-react';
import type { ReactNode } from 'react';
import { ReadingButton } from './reading-button.tsx';

/** A button that shows longer help. @param about what the help is about, for screen readers */
export function HelpMark({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Radix.Root>
      <Radix.Trigger asChild>
        <ReadingButton
          aria-label={label}
          className="inline-grid size-6 shrink-0 place-items-center rounded-full align-middle text-ink-soft hover:bg-sunken hover:text-ink"
        >
          <CircleQuestionMark className="size-4" aria-hidden />
        </ReadingButton>
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          sideOffset={4}
          collisionPadding={12}
          aria-label={label}
          className="z-50 w-[min(20rem,calc(100vw-1.5rem))] rounded-lg border border-line bg-raised p-3 text-sm shadow-raised"
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
