import type { Assistant } from '../../../../data/assistants.ts';
import { formatMilliseconds } from '../../../../lib/format/format.ts';
import type { LatencyEstimate, PartName } from './estimate-latency.ts';
import { useLatencyEstimate } from './use-latency-estimate.ts';

const PARTS: Readonly<Record<PartName, { label: string; colour: string }>> = {
  wait: { label: 'Waiting for the end of the turn', colour: 'bg-warn' },
  transcript: { label: 'Transcription', colour: 'bg-info' },
  model: { label: 'Model', colour: 'bg-accent' },
  speech: { label: 'Speech', colour: 'bg-good' },
};

/** From the customer's last word to the first of the answer, in calls. */
export function LatencyBar({ assistant }: { assistant: Assistant }) {
  const { estimate, measured, isOtherMode } = useLatencyEstimate(assistant);
  const shownMs = estimate.parts.reduce((sum, { milliseconds }) => sum + milliseconds, 0);
  return (
    <section aria-label="Estimated wait for an answer">
      <h3 className="flex items-baseline justify-between gap-3 font-medium text-sm">
        Answer in a call
        <span className="font-normal tabular-nums">
          {estimate.totalMs === null ? 'not measured yet' : `about ${formatMilliseconds(estimate.totalMs)}`}
        </span>
      </h3>
      {estimate.parts.length > 0 && (
        <>
          <div className="mt-2 flex h-3 gap-0.5 overflow-hidden rounded-full" aria-hidden>
            {estimate.parts.map(({ name, milliseconds }) => (
              <div
                key={name}
                className={PARTS[name].colour}
                style={{ width: `${shownMs === 0 ? 100 : (milliseconds / shownMs) * 100}%` }}
              />
            ))}
          </div>
          <dl className="mt-3 grid gap-1 text-sm">
            {estimate.parts.map(({ name, milliseconds }) => (
              <div key={name} className="flex items-center gap-2">
                <span className={`size-2.5 shrink-0 rounded-full ${PARTS[name].colour}`} aria-hidden />
                <dt className="flex-1 text-ink-soft">{PARTS[name].label}</dt>
                <dd className="tabular-nums">{formatMilliseconds(milliseconds)}</dd>
              </div>
            ))}
          </dl>
        </>
      )}
      <p className="mt-2 text-ink-soft text-xs">{sourceOf(estimate, isOtherMode)}</p>
      {estimate.totalMs !== null && measured?.slow_total_ms != null && (
        <p className="mt-1 text-ink-soft text-xs">
          As measured, nine of ten answers came within {formatMilliseconds(measured.slow_total_ms)}.
        </p>
      )}
    </section>
  );
}

function sourceOf({ answers, parts, totalMs }: LatencyEstimate, isOtherMode: boolean): string {
  const wait = parts.find(({ name }) => name === 'wait');
  if (totalMs === null) {
    const known =
      wait === undefined ? 'Nothing is known before the first call.' : 'Only the waiting time is known.';
    return isOtherMode
      ? `${known} The other mode was not measured.`
      : `${known} Make a test call to measure the rest.`;
  }
  const from = answers === 1 ? 'From the last answer in a call' : `From the last ${answers} answers in calls`;
  return wait?.source === 'setting'
    ? `${from}; the waiting time is the pause that is set.`
    : `${from}, with the settings of that time.`;
}
