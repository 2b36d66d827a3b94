import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { MessageCircle } from 'lucide-react';
import { EmptyState, Loaded } from '../../../components/feedback/states.tsx';
import { type SandboxSender, sandboxSendersQuery } from '../../../data/sandbox-messages.ts';
import { t } from '../../../lib/i18n/t.ts';
import type { Customer } from '../customers/customers.ts';
import { MessengerPhone } from './messenger-phone.tsx';
import { AddSender } from './new-sender.tsx';
import { SenderCard } from './sender-card.tsx';

/** Chat with a sender as the customer. */
export function MessengerTab({ customer }: { customer: Customer }) {
  const senders = useQuery(sandboxSendersQuery);
  return (
    <Loaded query={senders}>
      {(list) => (list.length === 0 ? <NoSenders /> : <Messenger senders={list} customer={customer} />)}
    </Loaded>
  );
}

function NoSenders() {
  return (
    <EmptyState
      icon={<MessageCircle />}
      title={t('No senders yet')}
      text={t('Add a free sandbox sender, choose its assistant, and write to it as a customer.')}
      action={<AddSender />}
    />
  );
}

function Messenger({ senders, customer }: { senders: readonly SandboxSender[]; customer: Customer }) {
  const { sender: senderId } = useSearch({ from: '/console/sandbox' });
  const navigate = useNavigate({ from: '/sandbox' });
  const sender = senders.find(({ id }) => id === senderId) ?? senders[0];
  if (sender === undefined) return null;
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(20rem,26rem)_minmax(0,1fr)]">
      <MessengerPhone key={`${sender.id} ${customer.number}`} sender={sender} customer={customer} />
      <SenderCard
        senders={senders}
        sender={sender}
        onChoose={(chosen) => void navigate({ search: (before) => ({ ...before, sender: chosen }) })}
      />
    </div>
  );
}
