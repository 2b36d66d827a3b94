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
  Plug,
  ScrollText,
  Search,
  Settings,
  Smartphone,
  Users,
  Webhook,
  Wrench,
} from 'lucide-react';
import type { Area } from '#contract/roles.ts';
import { t } from '../lib/i18n/t.ts';

export interface Destination {
  label: string;
  to: string;
  icon: LucideIcon;
  /** Search keywords for the command palette. */
  words: string;
  /** Shown only to roles that may read it; by default to all. */
  area?: Area;
  /** Shown only when the server has a sandbox. */
  isSandbox?: boolean;
}

export interface Section {
  title: string | null;
  destinations: readonly Destination[];
}

/** All pages in the order of the side bar; the command palette lists them too. */
export const SECTIONS: readonly Section[] = [
  {
    title: null,
    destinations: [
      { label: t('Dashboard'), to: '/', icon: ChartNoAxesCombined, words: 'home statistics overview' },
    ],
  },
  {
    title: t('Build'),
    destinations: [
      {
        label: t('Assistants'),
        to: '/assistants',
        icon: Bot,
        words:
          'agents bots prompts templates voice temperature turn detection endpointing interruptions voicemail extraction',
      },
      { label: t('Knowledge'), to: '/knowledge', icon: BookOpen, words: 'documents pdf websites search rag' },
      { label: t('Tools'), to: '/tools', icon: Wrench, words: 'functions api mid-call' },
      { label: t('MCP servers'), to: '/mcp-servers', icon: Plug, words: 'model context protocol tools' },
    ],
  },
  {
    title: t('Connect', undefined, 'section'),
    destinations: [
      { label: t('Phone numbers'), to: '/numbers', icon: Phone, words: 'sip trunks purchase caller id' },
      {
        label: t('Messaging'),
        to: '/messaging',
        icon: MessagesSquare,
        words: 'senders templates channels sms',
      },
      {
        label: t('Sandbox'),
        to: '/sandbox',
        icon: Smartphone,
        words: 'test phone messenger customer',
        isSandbox: true,
      },
    ],
  },
  {
    title: t('Run'),
    destinations: [
      { label: t('Calls'), to: '/calls', icon: PhoneCall, words: 'recordings transcripts latency' },
      {
        label: t('Conversations'),
        to: '/conversations',
        icon: Inbox,
        words: 'chats inbox take over widget groups canned replies notes assign',
      },
      { label: t('Search'), to: '/search', icon: Search, words: 'find words transcripts messages text' },
      {
        label: t('Campaigns'),
        to: '/campaigns',
        icon: Megaphone,
        words: 'leads dialer outbound import retries do-not-call dnc',
      },
    ],
  },
  {
    title: t('Account'),
    destinations: [
      {
        label: t('Webhooks'),
        to: '/webhooks',
        icon: Webhook,
        words: 'deliveries secret resend endpoints',
        area: 'Webhooks',
      },
      { label: t('API keys'), to: '/keys', icon: KeyRound, words: 'tokens', area: 'API keys' },
      { label: t('Team'), to: '/team', icon: Users, words: 'members roles invitations people' },
      {
        label: t('Audit log'),
        to: '/audit-log',
        icon: ScrollText,
        words: 'history changes security who',
        area: 'Audit log',
      },
      {
        label: t('Usage and billing'),
        to: '/billing',
        icon: CreditCard,
        words: 'money charges prices balance',
      },
      { label: t('Settings'), to: '/settings', icon: Settings, words: 'language theme dark' },
    ],
  },
];
