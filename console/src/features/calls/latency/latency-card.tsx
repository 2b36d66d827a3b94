import { Card } from '../../../components/layout/card.tsx';
import type { Call } from '../../../data/calls.ts';
import { formatDuration, formatMilliseconds } from '../../../lib/format/format.ts';
import { t } from '../../../lib/i18n/t.ts';
import { percentile, STEPS, type StepName, segmentsOf, type Turn } from './latency-figures.ts';

const COLORS: Readonly<Record<StepName, string>> = {
  endpoint: 'bg-warn',
  transcript: 'bg-info',
  model: 'bg-accent',
  speech: 'bg-good',
  other: 'bg-line-strong',
};

interface LatencyCardProps {
  call: Call;
  onJump: ((atMs: number) => void) | undefined;
}

/** Response time of each turn, by step. */
export function LatencyCard({ call, onJump }: LatencyCardProps) {
  const { latency } = call;
  if (latency.length === 0) {
    return (
      <Card title={t('Latency')}>
        <p className="text-ink-soft text-sm">
          {call.ended_at === null
            ? t('No responses yet.')
            : t('The assistant gave no responses in this call.')}{' '}
          {t('Latency is measured from the end of the customer’s speech to the start of the assistant’s.')}
        </p>
      </Card>
    );
  }
  const longestMs = Math.max(...latency.map(({ total_ms }) => total_ms), 1);
  return (
    <Card
      title={t('Latency')}
      text={t('From the end of the customer’s speech to the start of the assistant’s.')}
    >
      <Figures totals={latency.map(({ total_ms }) => total_ms)} />
      <ul aria-label={t('Legend')} className="mb-3 flex flex-wrap gap-x-4 gap-y-1 text-ink-soft text-xs">
        {STEPS.map(({ name, label }) => (
          <li key={name} className="flex items-center gap-1.5">
            <span className={`size-2.5 rounded-sm ${COLORS[name]}`} aria-hidden />
            {label}
          </li>
        ))}
      </ul>
      <section
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scroll areas must be reachable by keyboard.
        tabIndex={0}
        aria-label={t('Latency of each turn')}
        className="overflow-x-auto"
      >
        <table className="w-full min-w-xl text-sm tabular-nums">
          <caption className="sr-only">{t('Latency of each turn, by step')}</caption>
          <thead>
            <tr className="border-line border-b text-left text-ink-soft text-xs">
              <th scope="col" className="py-2 pr-4 font-medium">
                {t('Time')}
              </th>
              <th scope="col" className="w-1/2 py-2 pr-4 font-medium">
                <span className="sr-only">{t('Chart')}</span>
              </th>
              {STEPS.slice(0, 4).map(({ name, label }) => (
                <th key={name} scope="col" className="py-2 pl-3 text-right font-medium">
                  {label}
                </th>
              ))}
              <th scope="col" className="py-2 pl-3 text-right font-medium">
                {t('Total')}
              </th>
            </tr>
          </thead>
          <tbody>
            {latency.map((turn, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: turns are only appended.
              <TurnRow key={index} turn={turn} longestMs={longestMs} onJump={onJump} />
            ))}
          </tbody>
        </table>
      </section>
    </Card>
  );
}

function Figures({ totals }: { totals: readonly number[] }) {
  const figures = [
    { label: t('Median'), value: percentile(totals, 0.5), abbreviation: 'p50' },
    { label: t('95th percentile'), value: percentile(totals, 0.95), abbreviation: 'p95' },
    { label: t('Slowest'), value: percentile(totals, 1), abbreviation: 'max' },
  ];
  return (
    <dl className="mb-5 grid grid-cols-3 gap-3">
      {figures.map(({ label, value, abbreviation }) => (
        <div key={label} className="rounded-lg bg-sunken px-3 py-2.5">
          <dt className="text-ink-soft text-xs">
            {label} <span className="font-mono">({abbreviation})</span>
          </dt>
          <dd className="font-semibold text-lg tabular-nums">
            {value === null ? '–' : formatMilliseconds(value)}
          </dd>
        </div>
      ))}
    </dl>
  );
}

interface TurnRowProps {
  turn: Turn;
  longestMs: number;
  onJump: LatencyCardProps['onJump'];
}

function TurnRow({ turn, longestMs, onJump }: TurnRowProps) {
  const time = formatDuration(turn.at_ms / 1000);
  const parts = [turn.endpoint_ms, turn.transcript_ms, turn.model_ms, turn.speech_ms];
  return (
    <tr className="border-line border-b last:border-b-0">
      <th scope="row" className="py-2 pr-4 text-left font-normal">
        {onJump === undefined ? (
          time
        ) : (
          <button
            type="button"
            className="rounded underline decoration-line-strong underline-offset-2 hover:decoration-ink"
            onClick={() => onJump(turn.at_ms)}
          >
            {time}
          </button>
        )}
      </th>
      <td className="py-2 pr-4">
        <div aria-hidden className="flex h-4 gap-px">
          {segmentsOf(turn).map(({ name, ms }) => (
            <div
              key={name}
              title={formatMilliseconds(ms)}
              className={`min-w-0.5 rounded-xs ${COLORS[name]}`}
              style={{ width: `${(ms / longestMs) * 100}%` }}
            />
          ))}
        </div>
      </td>
      {parts.map((ms, index) => (
        <td key={STEPS[index]?.name} className="whitespace-nowrap py-2 pl-3 text-right text-ink-soft">
          {ms === null ? '–' : formatMilliseconds(ms)}
        </td>
      ))}
      <td className="whitespace-nowrap py-2 pl-3 text-right font-medium">
        {formatMilliseconds(turn.total_ms)}
      </td>
    </tr>
  );
}
