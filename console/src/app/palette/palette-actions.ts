import type { LucideIcon } from 'lucide-react';
import {
  Ban,
  BookOpen,
  Bot,
  Cable,
  FileText,
  History,
  KeyRound,
  LogOut,
  Megaphone,
  MessagesSquare,
  MonitorSmartphone,
  MoonStar,
  Phone,
  PhoneOutgoing,
  Plug,
  Reply,
  Send,
  Sun,
  SunMoon,
  UserPlus,
  Wrench,
} from 'lucide-react';
import type { Area } from '#contract/roles.ts';
import type { Session } from '../../data/session.ts';
import { t } from '../../lib/i18n/t.ts';
import { chooseTheme, otherTheme } from '../../lib/theme/theme.ts';

export interface Action {
  label: string;
  icon: LucideIcon;
  /** Search keywords. */
  words: string;
  /** Path below the console's root, or the function to run. */
  way: string | (() => unknown);
  isOffered?: (features: Session['features']) => boolean;
  /** Offered only to roles that may change this area; by default to all. */
  area?: Area;
}

/** Actions available from any page. @param logOut logs out, after a confirmation if needed */
export function actions(logOut: () => void): readonly Action[] {
  return [
    {
      label: t('New assistant'),
      area: 'Assistants',
      icon: Bot,
      words: 'create template agent bot',
      way: '/assistants/new',
    },
    {
      label: t('New campaign'),
      area: 'Campaigns',
      icon: Megaphone,
      words: 'create dial leads',
      way: '/campaigns/new',
    },
    {
      label: t('New knowledge base'),
      area: 'Knowledgebases',
      icon: BookOpen,
      words: 'create documents',
      way: '/knowledge?open=new-knowledge-base',
    },
    {
      label: t('New tool'),
      area: 'Mid-call tools',
      icon: Wrench,
      words: 'create function request',
      way: '/tools/new',
    },
    {
      label: t('Add MCP server'),
      area: 'MCP servers',
      icon: Plug,
      words: 'create connect tools',
      way: '/mcp-servers/new',
    },
    {
      label: t('Buy a number'),
      area: 'Phone numbers',
      icon: Phone,
      words: 'add phone purchase',
      way: '/numbers?open=buy',
      isOffered: ({ number_shop }) => number_shop !== null,
    },
    {
      label: t('Get a sandbox number'),
      area: 'Sandbox',
      icon: Phone,
      words: 'phone add take',
      way: '/numbers',
    },
    {
      label: t('New SIP trunk'),
      area: 'SIP trunks',
      icon: Cable,
      words: 'add number connect exchange',
      way: '/numbers?tab=trunks&open=new-trunk',
    },
    {
      label: t('New sender'),
      area: 'Messaging',
      icon: MessagesSquare,
      words: 'add connect messaging channel',
      way: '/messaging?open=new-sender',
    },
    {
      label: t('Send SMS'),
      area: 'SMS',
      icon: Send,
      words: 'write text message',
      way: '/messaging?tab=sms&open=send-sms',
    },
    {
      label: t('Message a customer'),
      area: 'Conversations',
      icon: Send,
      words: 'new write template send conversation start',
      way: '/messaging?open=write',
    },
    {
      label: t('Generate a reply'),
      area: 'Conversations',
      icon: Reply,
      words: 'message answer customer e-mail email paste',
      way: '/conversations?open=reply',
    },
    {
      label: t('New call'),
      area: 'Calls',
      icon: PhoneOutgoing,
      words: 'dial outbound start',
      way: '/calls?open=new-call',
    },
    {
      label: t('Add to do-not-call list'),
      area: 'Do-not-call list',
      icon: Ban,
      words: 'blacklist block number dnc never call opt out',
      way: '/campaigns/blacklist?open=new-number',
    },
    {
      label: t('New API key'),
      area: 'API keys',
      icon: KeyRound,
      words: 'create token',
      way: '/keys?open=new-key',
    },
    {
      label: t('Invite member'),
      area: 'Members',
      icon: UserPlus,
      words: 'team invitation person colleague user add',
      way: '/team?open=invite',
    },
    {
      label: t('Resend webhooks'),
      area: 'Webhooks',
      icon: History,
      words: 'replay by date',
      way: '/webhooks?open=replay',
    },
    {
      label: t('Switch light and dark theme'),
      icon: SunMoon,
      words: 'toggle theme appearance',
      way: () => chooseTheme(otherTheme()),
    },
    { label: t('Light theme'), icon: Sun, words: 'appearance bright', way: () => chooseTheme('light') },
    { label: t('Dark theme'), icon: MoonStar, words: 'appearance night', way: () => chooseTheme('dark') },
    {
      label: t('System theme'),
      icon: MonitorSmartphone,
      words: 'appearance device',
      way: () => chooseTheme('system'),
    },
    {
      label: t('Documentation'),
      icon: BookOpen,
      words: 'docs guides help',
      way: () => window.open('/docs', '_blank', 'noopener'),
    },
    {
      label: t('API reference'),
      icon: FileText,
      words: 'docs openapi',
      way: () => window.open('/docs/api', '_blank', 'noopener'),
    },
    { label: t('Log out'), icon: LogOut, words: 'sign out leave end session', way: logOut },
  ];
}
