import { CostsCard, EvaluationCard, VariablesCard } from '../../../components/details-card.tsx';
import { Card, Facts } from '../../../components/layout/card.tsx';
import type { Conversation } from '../../../data/conversations.ts';
import { formatCount, formatDateTime } from '../../../lib/format/format.ts';
import { isoOfPlain } from '../../../lib/time/plain-timestamp.ts';
import { TYPE_WORDS } from '../conversation-words.ts';
import { VisitorHistory } from './visitor-history.tsx';

/** Facts, costs, evaluation and variables of a conversation. */
export function AboutConversation({ conversation }: { conversation: Conversation }) {
  const costs = conversation.costs.map(({ created_at, ...cost }) => ({
    ...cost,
    createdAt: isoOfPlain(created_at),
  }));
  return (
    <section
      // biome-ignore lint/a11y/noNoninteractiveTabindex: scroll areas must be reachable by keyboard.
      tabIndex={0}
      aria-label="About the conversation"
      className="-outline-offset-2 grid content-start gap-5 overflow-y-auto p-4 *:min-w-0 sm:p-6 xl:grid-cols-2 xl:items-start"
    >
      <Card title="About">
        <Facts facts={factsOf(conversation)} />
        {conversation.summary !== null && (
          <details className="mt-4 text-sm">
            <summary className="cursor-pointer text-ink-soft">Summary of older messages</summary>
            <p className="mt-2 whitespace-pre-line wrap-anywhere">{conversation.summary}</p>
          </details>
        )}
      </Card>
      <VisitorHistory conversation={conversation} />
      <CostsCard costs={costs} total={conversation.total_cost} />
      <EvaluationCard
        evaluation={conversation.evaluation}
        error={conversation.evaluation_error}
        isOver={conversation.status === 'ended'}
      />
      <VariablesCard variables={conversation.variables} />
    </section>
  );
}

function handledBy({ ai_enabled, assistant_id }: Conversation): string {
  if (!ai_enabled) return 'Teammate';
  return assistant_id === null ? 'No one: the sender has no assistant' : 'AI';
}

function factsOf(conversation: Conversation): [string, string][] {
  const { sender, ended_at } = conversation;
  const facts: [string, string | null][] = [
    ['Channel', TYPE_WORDS[conversation.type]],
    ['Assistant', conversation.assistant_name],
    ['Name', conversation.customer_name],
    ['Phone number', conversation.customer_phone],
    ['Identifier', conversation.customer_identifier],
    ['Contact', conversation.has_opted_out ? 'Opted out: no first messages, no calls' : null],
    ['Sender', sender && `${sender.display_name} (${sender.phone_number})`],
    ['Status', conversation.status === 'ended' ? 'Ended' : 'Active'],
    ['Handled by', handledBy(conversation)],
    ['Messages', formatCount(conversation.message_count)],
    ['Started', formatDateTime(isoOfPlain(conversation.created_at))],
    ['Ended at', ended_at && formatDateTime(isoOfPlain(ended_at))],
    ['UUID', conversation.id],
  ];
  return facts.filter((fact): fact is [string, string] => fact[1] !== null);
}
