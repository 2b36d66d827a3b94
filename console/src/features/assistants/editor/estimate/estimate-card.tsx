import type { Assistant } from '../../../../data/assistants.ts';
import { t } from '../../../../lib/i18n/t.ts';
import { useMedia } from '../../../../lib/media/use-media.ts';
import { CostEstimate } from './cost-estimate.tsx';
import { EstimateFigures } from './estimate-figures.tsx';
import { LatencyBar } from './latency-bar.tsx';

/** The response time and cost of the current settings, with the source of each figure. */
export function EstimateCard({ assistant }: { assistant: Assistant }) {
  // On short screens the test panel needs the room.
  const isTall = useMedia('(min-height: 62rem)');
  return (
    <details
      open={isTall}
      className="group/estimate max-h-1/2 shrink-0 overflow-y-auto rounded-xl border border-line bg-surface px-5 py-3"
    >
      <summary className="cursor-pointer">
        <span className="font-semibold">{t('Estimate')}</span>
        <EstimateFigures assistant={assistant} />
      </summary>
      <div className="mt-3 grid gap-5">
        <LatencyBar assistant={assistant} />
        <CostEstimate assistant={assistant} />
      </div>
    </details>
  );
}
