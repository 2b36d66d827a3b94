import { Card } from '../../../components/layout/card.tsx';
import { t } from '../../../lib/i18n/t.ts';

/** The same list as in docs/guides/messaging.md. */
const WORDS = [
  ['sandbox:refused', t('Rejected by the carrier')],
  ['sandbox:unavailable', t('Carrier unavailable')],
  ['sandbox:unknown', t('Delivery unknown')],
  ['sandbox:failed', t('Accepted, then failed')],
  ['sandbox:undelivered', t('Sent, then not delivered')],
  ['sandbox:unread', t('Delivered, never read')],
] as const;

/** Words in a message to the customer that make the sandbox simulate a failure. */
export function SimulatedFailures() {
  return (
    <Card
      title={t('Simulate a failure')}
      text={t('Include one of these words in a message to the customer.')}
    >
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1.5 text-sm">
        {WORDS.map(([words, result]) => (
          <div key={words} className="col-span-2 grid grid-cols-subgrid">
            <dt>
              <code className="font-mono text-xs">{words}</code>
            </dt>
            <dd className="text-ink-soft">{result}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
