import type { Assistant } from '../../../../data/assistants.ts';
import { rich, t } from '../../../../lib/i18n/t.ts';
import { ManageLink } from '../form/manage-link.tsx';
import { useValues } from '../form/use-values.ts';
import { chargeWords, isKnown, priceWords, vendorWords } from './cost-words.ts';
import { ANSWERS_A_MINUTE, CALL_MINUTES, type VendorCost } from './estimate-costs.ts';
import { useCostEstimate } from './use-cost-estimate.ts';

const SHOWN: readonly (readonly [string, string])[] = [
  ['call_minute', t('Call minute')],
  ['widget_message', t('Widget message')],
  ['msgapp_message', t('Messaging app message')],
];
const PARTS = { model: t('Model'), transcriber: t('Speech-to-text'), synthesizer: t('Text-to-speech') };

/** What the account pays, and what the vendors charge the server's operator. */
export function CostEstimate({ assistant }: { assistant: Assistant }) {
  const known = useCostEstimate(assistant);
  const { max_duration } = useValues(['max_duration']);
  if (known === null) return null;
  const { prices, vendors } = known;
  const amounts = new Map(prices.prices.map(({ name, amount }) => [name, amount]));
  const minute = amounts.get('call_minute');
  const minutes = Math.ceil(Number(max_duration) / 60);
  return (
    <section aria-label={t('Estimated costs')}>
      <details>
        <summary className="cursor-pointer font-medium text-sm">
          {t('Your account pays')}{' '}
          {minute !== undefined && (
            <span className="float-right font-normal tabular-nums">{chargeWords(minute)}</span>
          )}
        </summary>
        <dl className="mt-2 grid gap-1 text-sm">
          {SHOWN.map(([name, label]) => {
            const amount = amounts.get(name);
            return amount === undefined ? null : <Row key={name} label={label} value={priceWords(amount)} />;
          })}
          {minute !== undefined && Number.isFinite(minutes) && (
            <Row
              label={t('Longest call ({minutes} min)', { minutes })}
              value={priceWords(minute * minutes)}
            />
          )}
        </dl>
      </details>
      <VendorCosts costs={vendors} />
    </section>
  );
}

function VendorCosts({ costs }: { costs: readonly VendorCost[] }) {
  return (
    <>
      <h3 className="mt-4 flex items-baseline justify-between gap-3 font-medium text-sm">
        {t('Vendor costs')}
        <span className="font-normal tabular-nums">{vendorWords(costs)}</span>
      </h3>
      <dl className="mt-2 grid gap-1 text-sm">
        {costs.map(({ part, provider, perMinute }) => (
          <Row
            key={part}
            label={PARTS[part]}
            detail={provider ?? t('not available')}
            value={priceWords(perMinute)}
          />
        ))}
      </dl>
      <p className="mt-2 text-ink-soft text-xs">
        {isKnown(costs)
          ? t(
              'Per minute of a {minutes}-minute call with {answers} answers a minute, excluding tool, knowledge base and carrier costs.',
              { minutes: CALL_MINUTES, answers: ANSWERS_A_MINUTE },
            )
          : t('No vendor prices are set.')}{' '}
        {rich('Paid by the server’s operator. See <link>Usage & billing</link>.', {
          link: (content) => <ManageLink to="/billing">{content}</ManageLink>,
        })}
      </p>
    </>
  );
}

function Row({ label, detail, value }: { label: string; detail?: string; value: string }) {
  return (
    <div className="flex justify-between gap-3">
      <dt className="min-w-0 text-ink-soft">
        {label}
        {detail !== undefined && <span className="wrap-anywhere block text-xs">{detail}</span>}
      </dt>
      <dd className="shrink-0 tabular-nums">{value}</dd>
    </div>
  );
}
