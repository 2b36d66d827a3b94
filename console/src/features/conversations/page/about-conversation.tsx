import { CostsCard, EvaluationCard, VariablesCard } from '../../../components/details-card.tsx';
import { Card, Facts } from '../../../components/layout/card.tsx';
import type { Conversation } from '../../../data/conversations.ts';
import { formatCount, formatDateTime } from '../../../lib/format/format.ts';
import { t } from '../../../lib/i18n/t.ts';
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
      aria-label={t('About the conversation')}
      className="-outline-offset-2 grid content-start gap-5 overflow-y-auto p-4 *:min-w-0 sm:p-6 xl:grid-cols-2 xl:items-start"
    >
      <Card title={t('About')}>
        <Facts facts={factsOf(conversation)} />
        {conversation.summary !== null && (
          <details className="mt-4 text-sm">
            <summary className="cursor-pointer text-ink-soft">{t('Summary of older messages')}</summary>
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
  if (!ai_enabled) return t('Teammate');
  return assistant_id === null ? t('No one: the sender has no assistant') : t('AI');
}

function factsOf(conversation: Conversation): [string, string][] {
  const { sender, ended_at } = conversation;
  const facts: [string, string | null][] = [
    [t('Channel'), TYPE_WORDS[conversation.type]],
    [t('Assistant'), conversation.assistant_name],
    [t('Name'), conversation.customer_name],
    [t('Phone number'), conversation.customer_phone],
    [t('Identifier'), conversation.customer_identifier],
    [t('Email'), conversation.visitor?.email ?? null],
    [t('Identity'), identityOf(conversation)],
    [t('Contact'), conversation.has_opted_out ? t('Opted out: no first messages, no calls') : null],
    [t('Sender'), sender && `${sender.display_name} (${sender.phone_number})`],
    [t('Status'), conversation.status === 'ended' ? t('Ended') : t('Active')],
    [t('Handled by'), handledBy(conversation)],
    [t('Messages'), formatCount(conversation.message_count)],
    [t('Started'), formatDateTime(isoOfPlain(conversation.created_at))],
    [t('Ended at'), ended_at && formatDateTime(isoOfPlain(ended_at))],
    ['UUID', conversation.id],
  ];
  return facts.filter((fact): fact is [string, string] => fact[1] !== null);
}

/** State of a visitor's identity; null if it is unknown. */
function identityOf({ visitor }: Conversation): string | null {
  if (visitor === null) return null;
  return visitor.is_verified ? t('Verified by your website') : t('Not verified');
}
