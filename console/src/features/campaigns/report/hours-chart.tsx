import { useNavigate, useSearch } from '@tanstack/react-router';
import { Button } from '../../../components/button.tsx';
import type { CampaignReport } from '../../../data/campaigns.ts';
import { formatCount, formatShare } from '../../../lib/format/format.ts';
import { t } from '../../../lib/i18n/t.ts';
import { CHOSEN } from '../../../routing/search-change.ts';
import { campaignSearch } from '../campaign-search.ts';
import { bestHour, clock } from './best-hour.ts';

type Hour = CampaignReport['hours'][number];

/** Calls by hour of the day, as a chart or a table. */
export function HoursChart({ hours }: { hours: readonly Hour[] }) {
  const isTable = useSearch({ from: '/console/campaigns/$campaignId' }).hours === 'table';
  const navigate = useNavigate({ from: '/campaigns/$campaignId' });
  const toggle = (): void => {
    const change = { hours: isTable ? undefined : 'table' };
    void navigate({ search: (before) => campaignSearch({ ...before, ...change }), ...CHOSEN });
  };
  if (hours.length === 0) return <p className="text-ink-soft">{t('No calls yet.')}</p>;
  return (
    <div className="grid gap-4">
      {isTable ? <HoursTable hours={hours} /> : <HoursBars hours={hours} />}
      <div>
        <Button size="small" aria-pressed={isTable} onClick={toggle}>
          {isTable ? t('Show as chart') : t('Show as table')}
        </Button>
      </div>
    </div>
  );
}

function HoursBars({ hours }: { hours: readonly Hour[] }) {
  const most = Math.max(...hours.map(({ total }) => total));
  const byHour = new Map(hours.map((each) => [each.hour, each]));
  const share = (part: number): string => `${(part / most) * 100}%`;
  return (
    <div>
      <div
        role="img"
        aria-label={t('Calls by hour. {summary}', { summary: bestHour(hours) })}
        className="flex h-40 items-end gap-0.5 border-line-strong border-b sm:gap-1"
      >
        {Array.from({ length: 24 }, (_, hour) => {
          const { total = 0, answered = 0 } = byHour.get(hour) ?? {};
          return (
            <div
              // biome-ignore lint/suspicious/noArrayIndexKey: bars are identified by hour.
              key={hour}
              title={t('{time}: {answered} of {total} answered', {
                time: clock(hour),
                answered: formatCount(answered),
                total: formatCount(total),
              })}
              className="relative flex h-full flex-1 items-end"
            >
              <div className="w-full rounded-t bg-accent/35" style={{ height: share(total) }} />
              <div
                className="absolute inset-x-0 bottom-0 rounded-t bg-accent"
                style={{ height: share(answered) }}
              />
            </div>
          );
        })}
      </div>
      <div aria-hidden className="mt-1 flex justify-between text-ink-soft text-xs tabular-nums">
        {['00', '06', '12', '18', '24'].map((hour) => (
          <span key={hour}>{hour}</span>
        ))}
      </div>
      <p className="mt-2 flex flex-wrap gap-x-5 text-ink-soft text-sm">
        <span className="flex items-center gap-2">
          <span aria-hidden className="size-3 rounded bg-accent" /> {t('Answered by a person')}
        </span>
        <span className="flex items-center gap-2">
          <span aria-hidden className="size-3 rounded bg-accent/35" /> {t('Other calls')}
        </span>
      </p>
    </div>
  );
}

function HoursTable({ hours }: { hours: readonly Hour[] }) {
  const cell = 'px-3 py-1.5 text-right tabular-nums';
  return (
    <section
      // biome-ignore lint/a11y/noNoninteractiveTabindex: scroll areas must be reachable by keyboard.
      tabIndex={0}
      aria-label={t('Calls by hour')}
      className="overflow-x-auto"
    >
      <table className="w-full text-sm">
        <caption className="sr-only">{t('Calls by start hour')}</caption>
        <thead>
          <tr className="border-line border-b text-ink-soft">
            <th scope="col" className="px-3 py-1.5 text-left font-medium">
              {t('Hour')}
            </th>
            {[
              t('Calls'),
              t('Answered', undefined, 'count'),
              t('Voicemail'),
              t('No answer'),
              t('Busy'),
              t('Failed'),
              t('Answer rate'),
            ].map((title) => (
              <th key={title} scope="col" className={`${cell} font-medium`}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {hours.map(({ hour, total, answered, machine, no_answer, busy, failed, answer_rate }) => (
            <tr key={hour} className="border-line border-b last:border-b-0">
              <th scope="row" className="px-3 py-1.5 text-left font-normal">
                {clock(hour)}
              </th>
              <td className={cell}>{formatCount(total)}</td>
              <td className={cell}>{formatCount(answered)}</td>
              <td className={cell}>{formatCount(machine)}</td>
              <td className={cell}>{formatCount(no_answer)}</td>
              <td className={cell}>{formatCount(busy)}</td>
              <td className={cell}>{formatCount(failed)}</td>
              <td className={cell}>{formatShare(answer_rate)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
