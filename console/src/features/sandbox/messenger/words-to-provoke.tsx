import { Card } from '../../../components/layout/card.tsx';

/** As docs/guides/messaging.md has them. */
const WORDS = [
  ['sandbox:refused', 'the carrier refuses it'],
  ['sandbox:unavailable', 'the carrier cannot be reached'],
  ['sandbox:unknown', 'nobody knows whether it went out'],
  ['sandbox:failed', 'taken, then failed'],
  ['sandbox:undelivered', 'sent, then not delivered'],
  ['sandbox:unread', 'delivered, never read'],
] as const;

/** How one makes a message to the customer go wrong. */
export function WordsToProvoke() {
  return (
    <Card
      title="Let something go wrong"
      text="The sandbox reads what is sent to the customer. With these words in it, a message meets this fate."
    >
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1.5 text-sm">
        {WORDS.map(([words, fate]) => (
          <div key={words} className="col-span-2 grid grid-cols-subgrid">
            <dt>
              <code className="font-mono text-xs">{words}</code>
            </dt>
            <dd className="text-ink-soft">{fate}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
