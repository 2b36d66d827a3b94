import { Card } from '../../../../components/layout/card.tsx';
import type { Assistant } from '../../../../data/assistants.ts';
import { CostEstimate } from './cost-estimate.tsx';
import { LatencyBar } from './latency-bar.tsx';

/** What the settings mean for waiting and money, with where each figure comes from. */
export function EstimateCard({ assistant }: { assistant: Assistant }) {
  return (
    <Card title="Estimate">
      <div className="grid gap-5">
        <LatencyBar assistant={assistant} />
        <CostEstimate />
      </div>
    </Card>
  );
}
