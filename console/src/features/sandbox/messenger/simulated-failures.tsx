import { Card } from '../../../components/layout/card.tsx';

/** The same list as in docs/guides/messaging.md. */
const WORDS = [
  ['sandbox:refused', 'Rejected by the carrier'],
  ['sandbox:unavailable', 'Carrier unavailable'],
  ['sandbox:unknown', 'Delivery unknown'],
  ['sandbox:failed', 'Accepted, then failed'],
  ['sandbox:undelivered', 'Sent, then not delivered'],
  ['sandbox:unread', 'Delivered, never read'],
] as const;

/** Words in a message to the customer that make the sandbox simulate a failure. */
export function SimulatedFailures() {
  return (
    <Card title="Simulate a failure" text="Include one of these words in a message to the customer.">
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
