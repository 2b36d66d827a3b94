import type { z } from 'zod';
import type { summaryResponse } from '#contract/billing.ts';
import { Callout } from '../../components/feedback/callout.tsx';
import { formatMoney } from '../../lib/format/format.ts';

type Proof = z.output<typeof summaryResponse>['data']['proof'];

/** That the rows make the balance: what was there, what this time did, what came later. */
export function BalanceProof({ proof }: { proof: Proof }) {
  const rows = [
    ['Before this time', proof.opening_balance],
    ['Change in this time', proof.effect_in_range],
    ['After it', proof.effect_after_range],
  ] as const;
  return (
    <div className="mt-3 grid gap-3">
      <dl className="grid gap-1 text-sm">
        {rows.map(([name, amount]) => (
          <div key={name} className="flex justify-between gap-4">
            <dt className="text-ink-soft">{name}</dt>
            <dd className="tabular-nums">{formatMoney(Number(amount))}</dd>
          </div>
        ))}
      </dl>
      {proof.is_explained ? (
        <p className="text-good text-sm">The rows of the ledger make exactly this balance.</p>
      ) : (
        <Callout kind="bad">
          The rows make {formatMoney(Number(proof.sum))}, which is not the balance. Tell whoever runs this
          server.
        </Callout>
      )}
    </div>
  );
}
