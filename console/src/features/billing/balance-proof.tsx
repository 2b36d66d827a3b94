import type { z } from 'zod';
import type { summaryResponse } from '#contract/billing.ts';
import { Callout } from '../../components/feedback/callout.tsx';
import { formatMoney } from '../../lib/format/format.ts';
import { t } from '../../lib/i18n/t.ts';

type Proof = z.output<typeof summaryResponse>['data']['proof'];

/** Shows that the ledger adds up to the balance: before, in and after the selected period. */
export function BalanceProof({ proof }: { proof: Proof }) {
  const rows = [
    [t('Before this period'), proof.opening_balance],
    [t('Change in this period'), proof.effect_in_range],
    [t('Change since then'), proof.effect_after_range],
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
        <p className="text-good text-sm">{t('The ledger adds up to exactly this balance.')}</p>
      ) : (
        <Callout kind="bad">
          {t(
            'The ledger adds up to {number}, which is not the balance. Contact the administrator of this server.',
            { number: formatMoney(Number(proof.sum)) },
          )}
        </Callout>
      )}
    </div>
  );
}
