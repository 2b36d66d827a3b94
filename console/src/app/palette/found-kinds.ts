import type { LucideIcon } from 'lucide-react';
import {
  Ban,
  BookOpen,
  Bot,
  Cable,
  FileText,
  Inbox,
  KeyRound,
  LayoutTemplate,
  Megaphone,
  MessageSquareText,
  MessagesSquare,
  Phone,
  PhoneCall,
  RadioTower,
  User,
  Webhook,
  Wrench,
} from 'lucide-react';
import type { FoundThing } from '../../data/search.ts';
import { t } from '../../lib/i18n/t.ts';

interface FoundKind {
  /** Heading of the group of these results. */
  title: string;
  icon: LucideIcon;
  /** Path below the console's root. */
  href: (thing: FoundThing) => string;
}

/** Kinds of results in the order of display. */
export const FOUND_KINDS: Readonly<Record<FoundThing['kind'], FoundKind>> = {
  assistant: { title: t('Assistants'), icon: Bot, href: ({ id }) => `/assistants/${id}` },
  campaign: { title: t('Campaigns'), icon: Megaphone, href: ({ id }) => `/campaigns/${id}` },
  call: { title: t('Calls'), icon: PhoneCall, href: ({ id }) => `/calls/${id}` },
  conversation: { title: t('Conversations'), icon: Inbox, href: ({ id }) => `/conversations/${id}` },
  lead: {
    title: t('Leads'),
    icon: User,
    href: ({ id, parent_id }) => `/campaigns/${parent_id}?tab=leads&open=lead.${id}`,
  },
  knowledgebase: { title: t('Knowledge bases'), icon: BookOpen, href: ({ id }) => `/knowledge/${id}` },
  document: {
    title: t('Documents'),
    icon: FileText,
    href: ({ id, parent_id }) => `/knowledge/${parent_id}?open=document.${id}`,
  },
  tool: { title: t('Tools'), icon: Wrench, href: ({ id }) => `/tools/${id}` },
  number: { title: t('Phone numbers'), icon: Phone, href: ({ id }) => `/numbers?row=${id}` },
  trunk: { title: t('SIP trunks'), icon: Cable, href: ({ id }) => `/numbers?tab=trunks&open=trunk.${id}` },
  sender: { title: t('Senders'), icon: MessagesSquare, href: ({ id }) => `/messaging/senders/${id}` },
  template: {
    title: t('Templates'),
    icon: LayoutTemplate,
    href: ({ id, parent_id }) => `/messaging/senders/${parent_id}?tab=templates&row=${id}`,
  },
  sms: { title: 'SMS', icon: MessageSquareText, href: ({ id }) => `/messaging?tab=sms&open=sms.${id}` },
  blacklisted_number: {
    title: t('Do-not-call list'),
    icon: Ban,
    href: ({ name }) => `/campaigns/blacklist?number=${encodeURIComponent(name.replace('+', ''))}`,
  },
  webhook_delivery: { title: t('Webhooks'), icon: Webhook, href: ({ id }) => `/webhooks/${id}` },
  webhook_target: {
    title: t('Webhook endpoints'),
    icon: RadioTower,
    href: ({ id }) => `/webhooks?tab=targets&row=${id}`,
  },
  api_key: { title: t('API keys'), icon: KeyRound, href: ({ id }) => `/keys?row=${id}` },
};
