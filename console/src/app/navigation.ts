import type { LucideIcon } from 'lucide-react';
import {
  BookOpen,
  Bot,
  ChartNoAxesCombined,
  CreditCard,
  Inbox,
  KeyRound,
  Megaphone,
  MessagesSquare,
  Phone,
  PhoneCall,
  Settings,
  Smartphone,
  Webhook,
  Wrench,
} from 'lucide-react';

export interface Destination {
  label: string;
  to: string;
  icon: LucideIcon;
  /** Other words that people look for it by. */
  words: string;
  /** Only where the installation has a sandbox. */
  isSandbox?: boolean;
}

export interface Section {
  title: string | null;
  destinations: readonly Destination[];
}

/** Everything one can go to, in the order of the side bar; the command palette offers the same. */
export const SECTIONS: readonly Section[] = [
  {
    title: null,
    destinations: [
      { label: 'Dashboard', to: '/', icon: ChartNoAxesCombined, words: 'home statistics overview' },
    ],
  },
  {
    title: 'Build',
    destinations: [
      { label: 'Assistants', to: '/assistants', icon: Bot, words: 'agents bots prompts templates' },
      { label: 'Knowledge', to: '/knowledge', icon: BookOpen, words: 'documents pdf websites search' },
      { label: 'Tools', to: '/tools', icon: Wrench, words: 'functions api mid-call' },
    ],
  },
  {
    title: 'Connect',
    destinations: [
      { label: 'Phone numbers', to: '/numbers', icon: Phone, words: 'sip trunks purchase caller id' },
      { label: 'Messaging', to: '/messaging', icon: MessagesSquare, words: 'senders templates channels sms' },
      {
        label: 'Sandbox',
        to: '/sandbox',
        icon: Smartphone,
        words: 'test phone messenger customer',
        isSandbox: true,
      },
    ],
  },
  {
    title: 'Run',
    destinations: [
      { label: 'Calls', to: '/calls', icon: PhoneCall, words: 'recordings transcripts latency' },
      { label: 'Conversations', to: '/conversations', icon: Inbox, words: 'chats inbox take over widget' },
      {
        label: 'Campaigns',
        to: '/campaigns',
        icon: Megaphone,
        words: 'leads dialer outbound import blacklist',
      },
    ],
  },
  {
    title: 'Account',
    destinations: [
      { label: 'Webhooks', to: '/webhooks', icon: Webhook, words: 'deliveries secret resend' },
      { label: 'API keys', to: '/keys', icon: KeyRound, words: 'tokens' },
      { label: 'Usage and billing', to: '/billing', icon: CreditCard, words: 'money charges prices balance' },
      { label: 'Settings', to: '/settings', icon: Settings, words: 'password theme dark' },
    ],
  },
];
