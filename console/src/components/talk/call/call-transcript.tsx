import { useEffect, useRef } from 'react';
import { classNames } from '../../../lib/class-names.ts';
import { t } from '../../../lib/i18n/t.ts';
import { scrollToEnd } from '../../../lib/scroll-to-end.ts';
import type { CallLine } from './call-lines.ts';

const LOOKS = {
  assistant: 'justify-self-start rounded-bl-md border border-line bg-surface',
  customer: 'justify-self-end rounded-br-md bg-accent-soft',
  note: 'justify-self-center text-center text-ink-soft text-xs',
} as const;

const SPEAKERS = { assistant: `${t('Assistant:')} `, customer: `${t('You:')} `, note: '' } as const;

/** The live transcript. */
export function CallTranscript({ lines, empty }: { lines: readonly CallLine[]; empty: string }) {
  const box = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls with new content.
  useEffect(() => scrollToEnd(box.current), [lines.length]);
  return (
    <div
      ref={box}
      data-scroller
      // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard.
      tabIndex={0}
      role="log"
      aria-label={t('Transcript')}
      className="h-[clamp(9rem,25vh,24rem)] in-[aside]:h-auto in-[aside]:min-h-16 in-[aside]:flex-1 overflow-y-auto rounded-lg border border-line bg-sunken p-3"
    >
      {lines.length === 0 ? (
        <p className="py-8 text-center text-ink-soft text-sm">{empty}</p>
      ) : (
        <ul className="grid grid-cols-[minmax(0,1fr)] gap-2">
          {lines.map(({ id, speaker, text, isPending }) => (
            <li
              key={id}
              dir="auto"
              className={classNames(
                'max-w-[88%] wrap-anywhere whitespace-pre-wrap rounded-2xl px-3.5 py-1.5',
                LOOKS[speaker],
                isPending && 'opacity-70',
              )}
            >
              <span dir="ltr" className="sr-only">
                {SPEAKERS[speaker]}
              </span>
              {text}
              {isPending && (
                <span dir="ltr" className="block text-xs">
                  {t('Sending…')}
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
