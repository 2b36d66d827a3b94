import { t } from '../../../lib/i18n/t.ts';
import type { LiveWords } from './live-words.ts';

const NAMES = { human: t('Customer'), bot: t('Assistant') } as const;

/** Words in progress. Screen readers announce them once they are final, in the transcript. */
export function SpeakingNow({ speaking }: Pick<LiveWords, 'speaking'>) {
  const rows = (['human', 'bot'] as const).flatMap((sender) => {
    const text = speaking[sender];
    return text === undefined ? [] : [{ sender, text }];
  });
  if (rows.length === 0) return null;
  return (
    <ul aria-label={t('Speaking now')} className="mt-1 grid gap-1">
      {rows.map(({ sender, text }) => (
        <li key={sender} className="grid grid-cols-[3rem_minmax(0,1fr)] gap-x-3 px-2 py-1.5">
          <span className="pt-0.5 text-ink-soft text-xs">{t('Now')}</span>
          <span className="min-w-0">
            <span className="block font-medium text-ink-soft text-xs">{NAMES[sender]}</span>
            <span dir="auto" className="wrap-anywhere text-ink-soft italic">
              {text}…
            </span>
          </span>
        </li>
      ))}
    </ul>
  );
}
