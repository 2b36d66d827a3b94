import { useQuery } from '@tanstack/react-query';
import { chargeWords } from '../../components/charge-words.ts';
import { Loaded } from '../../components/feedback/states.tsx';
import { Card } from '../../components/layout/card.tsx';
import { pricesQuery } from '../../data/prices.ts';
import { formatMoney } from '../../lib/format/format.ts';
import { t } from '../../lib/i18n/t.ts';

const SPEECH_WORDS = {
  transcriber: t('Speech-to-text, per minute'),
  synthesizer: t('Text-to-speech, per million characters'),
};
const PRICE_WORDS = { free: t('Free'), unknown: t('Unknown') } as const;

export function PricesTab() {
  const prices = useQuery(pricesQuery);
  return (
    <Loaded query={prices}>
      {({ prices: table, models, speech }) => (
        <div className="grid grid-cols-1 gap-5 lg:grid-cols-2">
          <Card title={t('Charges')} text={t('Deducted from the balance as they occur.')}>
            <dl className="grid gap-2">
              {table.map(({ name, amount, unit }) => (
                <div key={name} className="flex justify-between gap-4">
                  <dt>
                    <span>{chargeWords(name)}</span>
                    <span className="block text-ink-soft text-sm">{unit}</span>
                  </dt>
                  <dd className="shrink-0 tabular-nums">{formatMoney(amount)}</dd>
                </div>
              ))}
            </dl>
          </Card>
          <Card
            title={t('Language models')}
            text={t('Billed by the vendor, per million input and output tokens.')}
          >
            <dl className="grid gap-2">
              {models.map(({ model, price, input_per_million_tokens, output_per_million_tokens }) => (
                <div key={model} className="flex justify-between gap-4">
                  <dt className="min-w-0 wrap-anywhere">{model}</dt>
                  <dd className="shrink-0 tabular-nums">
                    {price === 'known'
                      ? `${formatMoney(input_per_million_tokens ?? 0)} · ${formatMoney(output_per_million_tokens ?? 0)}`
                      : PRICE_WORDS[price]}
                  </dd>
                </div>
              ))}
            </dl>
          </Card>
          <Card title={t('Speech')} text={t('Billed by the vendor.')}>
            <dl className="grid gap-2">
              {speech.map(({ kind, provider, price, amount }) => (
                <div key={`${kind} ${provider}`} className="flex justify-between gap-4">
                  <dt className="min-w-0 wrap-anywhere">
                    {provider}
                    <span className="block text-ink-soft text-sm">{SPEECH_WORDS[kind]}</span>
                  </dt>
                  <dd className="shrink-0 tabular-nums">
                    {price === 'known' ? formatMoney(amount ?? 0) : PRICE_WORDS[price]}
                  </dd>
                </div>
              ))}
            </dl>
          </Card>
        </div>
      )}
    </Loaded>
  );
}
