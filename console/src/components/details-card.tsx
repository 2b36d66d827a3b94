import type { z } from 'zod';
import type { evaluatedField } from '#contract/conversations.ts';
import { formatDateTime, formatMoney } from '../lib/format/format.ts';
import { t } from '../lib/i18n/t.ts';
import { translateServerText } from '../lib/i18n/translate-server-text.ts';
import { chargeWords } from './charge-words.ts';
import { Callout } from './feedback/callout.tsx';
import { Card, Facts } from './layout/card.tsx';

type EvaluatedField = z.output<typeof evaluatedField>;

interface EvaluationCardProps {
  evaluation: readonly EvaluatedField[] | null;
  /** Why values are missing; null when nothing went wrong. */
  error: string | null;
  isOver: boolean;
}

/** The data extracted from the conversation. */
export function EvaluationCard({ evaluation, error, isOver }: EvaluationCardProps) {
  if (evaluation?.length === 0 && error === null) return null;
  return (
    <Card title={t('Extracted data')}>
      {error !== null && (
        <div className="mb-3">
          <Callout kind="warn">{translateServerText(error)}</Callout>
        </div>
      )}
      {evaluation === null ? (
        <p className="text-ink-soft text-sm">
          {isOver ? t('Extracting data…') : t('Available when the conversation has ended.')}
        </p>
      ) : (
        <Facts
          facts={evaluation.map(({ name, value, description }) => [
            name,
            <span key={name}>
              {valueWords(value)}
              {description !== '' && <span className="block text-ink-soft text-xs">{description}</span>}
            </span>,
          ])}
        />
      )}
    </Card>
  );
}

export function VariablesCard({ variables }: { variables: Readonly<Record<string, unknown>> }) {
  const entries = Object.entries(variables);
  if (entries.length === 0) return null;
  return (
    <Card title={t('Variables')}>
      <Facts
        facts={entries.map(([name, value]) => [
          name,
          typeof value === 'string' ? value : JSON.stringify(value),
        ])}
      />
    </Card>
  );
}

interface Cost {
  kind: string;
  amount: number;
  note: string | null;
  /** ISO 8601 */
  createdAt: string;
}

/** Charges and refunds with their total. */
export function CostsCard({ costs, total }: { costs: readonly Cost[]; total: number }) {
  return (
    <Card title={t('Cost')}>
      {costs.length === 0 ? (
        <p className="text-ink-soft text-sm">{t('No charges.')}</p>
      ) : (
        <table className="w-full text-sm">
          <caption className="sr-only">{t('Charges')}</caption>
          <thead className="sr-only">
            <tr>
              <th scope="col">{t('Item')}</th>
              <th scope="col">{t('Amount')}</th>
            </tr>
          </thead>
          <tbody>
            {costs.map((cost, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: ledger rows are only ever appended.
              <tr key={index} className="align-top">
                <td className="py-1 pr-4" title={formatDateTime(cost.createdAt)}>
                  {chargeWords(cost.kind)}
                  {cost.note !== null && (
                    <span className="block text-ink-soft text-xs">{translateServerText(cost.note)}</span>
                  )}
                </td>
                <td className="py-1 text-right tabular-nums">{formatMoney(cost.amount)}</td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr className="border-line border-t font-medium">
              <th scope="row" className="py-1.5 text-left font-medium">
                {t('Total')}
              </th>
              <td className="py-1.5 text-right tabular-nums">{formatMoney(total)}</td>
            </tr>
          </tfoot>
        </table>
      )}
    </Card>
  );
}

function valueWords(value: EvaluatedField['value']): string {
  if (value === null) return t('Not mentioned');
  if (typeof value === 'boolean') return value ? t('Yes') : t('No');
  return String(value);
}
