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

interface FoundKind {
  /** Heading of the group of these results. */
  title: string;
  icon: LucideIcon;
  /** Path below the console's root. */
  href: (thing: FoundThing) => string;
}

/** Kinds of results in the order of display. */
export const FOUND_KINDS: Readonly<Record<FoundThing['kind'], FoundKind>> = {
  assistant: { title: 'Assistants', icon: Bot, href: ({ id }) => `/assistants/${id}` },
  campaign: { title: 'Campaigns', icon: Megaphone, href: ({ id }) => `/campaigns/${id}` },
  call: { title: 'Calls', icon: PhoneCall, href: ({ id }) => `/calls/${id}` },
  conversation: { title: 'Conversations', icon: Inbox, href: ({ id }) => `/conversations/${id}` },
  lead: {
    title: 'Leads',
    icon: User,
    href: ({ id, parent_id }) => `/campaigns/${parent_id}?tab=leads&open=lead.${id}`,
  },
  knowledgebase: { title: 'Knowledge bases', icon: BookOpen, href: ({ id }) => `/knowledge/${id}` },
  document: {
    title: 'Documents',
    icon: FileText,
    href: ({ id, parent_id }) => `/knowledge/${parent_id}?open=document.${id}`,
  },
  tool: { title: 'Tools', icon: Wrench, href: ({ id }) => `/tools/${id}` },
  number: { title: 'Phone numbers', icon: Phone, href: ({ id }) => `/numbers?row=${id}` },
  trunk: { title: 'SIP trunks', icon: Cable, href: ({ id }) => `/numbers?tab=trunks&open=trunk.${id}` },
  sender: { title: 'Senders', icon: MessagesSquare, href: ({ id }) => `/messaging/senders/${id}` },
  template: {
    title: 'Templates',
    icon: LayoutTemplate,
    href: ({ id, parent_id }) => `/messaging/senders/${parent_id}?tab=templates&row=${id}`,
  },
  sms: { title: 'SMS', icon: MessageSquareText, href: ({ id }) => `/messaging?tab=sms&open=sms.${id}` },
  blacklisted_number: {
    title: 'Do-not-call list',
    icon: Ban,
    href: ({ name }) => `/campaigns/blacklist?number=${encodeURIComponent(name.replace('+', ''))}`,
  },
  webhook_delivery: { title: 'Webhooks', icon: Webhook, href: ({ id }) => `/webhooks/${id}` },
  webhook_target: {
    title: 'Webhook endpoints',
    icon: RadioTower,
    href: ({ id }) => `/webhooks?tab=targets&row=${id}`,
  },
  api_key: { title: 'API keys', icon: KeyRound, href: ({ id }) => `/keys?row=${id}` },
};
