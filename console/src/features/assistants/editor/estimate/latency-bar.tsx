import type { Assistant, AssistantLatency } from '../../../../data/assistants.ts';
import { formatMilliseconds } from '../../../../lib/format/format.ts';
import { t } from '../../../../lib/i18n/t.ts';
import { sourceOf } from './estimate-latency.ts';
import { useLatencyEstimate } from './use-latency-estimate.ts';

type PartName = AssistantLatency['parts'][number]['name'];

const PARTS: Readonly<Record<PartName, { label: string; color: string }>> = {
  wait: { label: t('End of turn'), color: 'bg-warn' },
  transcript: { label: t('Speech-to-text'), color: 'bg-info' },
  model: { label: t('Model'), color: 'bg-accent' },
  speech: { label: t('Text-to-speech'), color: 'bg-good' },
};
const MODELS = {
  pipeline: t('Model'),
  multimodal: t('Realtime model'),
  dualplex: t('Realtime model and voice'),
};

/** Time from the customer's last word to the first of the answer, in calls. */
export function LatencyBar({ assistant }: { assistant: Assistant }) {
  const known = useLatencyEstimate(assistant);
  if (known === null) return null;
  const { estimate, latency } = known;
  const shownMs = estimate.parts.reduce((sum, { milliseconds }) => sum + (milliseconds ?? 0), 0);
  return (
    <section aria-label={t('Estimated response time')}>
      <h3 className="flex items-baseline justify-between gap-3 font-medium text-sm">
        {t('Response time in calls')}
        <span className="font-normal tabular-nums">
          {estimate.totalMs === null
            ? t('unknown')
            : t('about {time}', { time: formatMilliseconds(estimate.totalMs) })}
        </span>
      </h3>
      <div className="mt-2 flex h-3 gap-0.5 overflow-hidden rounded-full" aria-hidden>
        {estimate.parts.map(({ name, milliseconds }) => (
          <div
            key={name}
            className={PARTS[name].color}
            style={{ width: `${shownMs === 0 ? 0 : ((milliseconds ?? 0) / shownMs) * 100}%` }}
          />
        ))}
      </div>
      <dl className="mt-3 grid gap-1.5 text-sm">
        {estimate.parts.map((part) => (
          <div key={part.name} className="flex gap-2">
            <span className={`mt-1.5 size-2.5 shrink-0 rounded-full ${PARTS[part.name].color}`} aria-hidden />
            <dt className="flex-1 text-ink-soft">
              {part.name === 'model' ? MODELS[latency.mode] : PARTS[part.name].label}
              <span className="block text-xs">{sourceOf(part)}</span>
            </dt>
            <dd className="tabular-nums">
              {part.milliseconds === null ? '–' : formatMilliseconds(part.milliseconds)}
            </dd>
          </div>
        ))}
      </dl>
      {latency.slow_total_ms !== null && (
        <p className="mt-2 text-ink-soft text-xs">
          {t('90% of the measured answers came within {time}.', {
            time: formatMilliseconds(latency.slow_total_ms),
          })}
        </p>
      )}
    </section>
  );
}
