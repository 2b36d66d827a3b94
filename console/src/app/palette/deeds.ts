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
  Reply,
  Send,
  Sun,
  SunMoon,
  Wrench,
} from 'lucide-react';
import type { Session } from '../../data/session.ts';
import { chooseTheme, otherTheme } from '../../lib/theme/theme.ts';

export interface Deed {
  label: string;
  icon: LucideIcon;
  /** Other words that people look for it by. */
  words: string;
  /** Where it is done, below the console's root; or what it does. */
  way: string | (() => unknown);
  isOffered?: (features: Session['features']) => boolean;
}

/** What one can begin anywhere. @param logOut asks first where something would be lost */
export function deeds(logOut: () => void): readonly Deed[] {
  return [
    { label: 'New assistant', icon: Bot, words: 'create template agent bot', way: '/assistants/new' },
    { label: 'New campaign', icon: Megaphone, words: 'create dial leads', way: '/campaigns/new' },
    {
      ...{ label: 'New knowledge base', icon: BookOpen, words: 'create documents' },
      way: '/knowledge?open=new-knowledge-base',
    },
    { label: 'New tool', icon: Wrench, words: 'create function request', way: '/tools/new' },
    {
      ...{ label: 'Buy a number', icon: Phone, words: 'add phone purchase', way: '/numbers?open=buy' },
      isOffered: ({ number_shop }) => number_shop !== null,
    },
    { label: 'Add a number', icon: Phone, words: 'phone sandbox take', way: '/numbers' },
    {
      ...{ label: 'New SIP trunk', icon: Cable, words: 'add number connect exchange' },
      way: '/numbers?tab=trunks&open=new-trunk',
    },
    {
      ...{ label: 'New sender', icon: MessagesSquare, words: 'add connect messaging channel' },
      way: '/messaging?open=new-sender',
    },
    {
      ...{ label: 'Send an SMS', icon: Send, words: 'write text message' },
      way: '/messaging?tab=sms&open=send-sms',
    },
    {
      ...{ label: 'Write to a customer', icon: Send, words: 'new message template send conversation begin' },
      way: '/messaging?open=write',
    },
    {
      ...{
        label: 'Have a message answered',
        icon: Reply,
        words: 'generate reply customer e-mail email paste',
      },
      way: '/conversations?open=reply',
    },
    { label: 'Call somebody', icon: PhoneOutgoing, words: 'new dial outbound', way: '/calls?open=new-call' },
    {
      ...{ label: 'Never call a number', icon: Ban, words: 'new blacklist add' },
      way: '/campaigns/blacklist?open=new-number',
    },
    { label: 'New API key', icon: KeyRound, words: 'create token', way: '/keys?open=new-key' },
    {
      ...{ label: 'Replay webhooks', icon: History, words: 'resend time span' },
      way: '/webhooks?open=replay',
    },
    {
      ...{ label: 'Switch between light and dark', icon: SunMoon, words: 'toggle theme appearance' },
      way: () => chooseTheme(otherTheme()),
    },
    { label: 'Light theme', icon: Sun, words: 'appearance bright', way: () => chooseTheme('light') },
    { label: 'Dark theme', icon: MoonStar, words: 'appearance night', way: () => chooseTheme('dark') },
    {
      ...{ label: 'Theme of this device', icon: MonitorSmartphone, words: 'appearance system' },
      way: () => chooseTheme('system'),
    },
    {
      ...{ label: 'API reference', icon: FileText, words: 'documentation docs openapi' },
      way: () => window.open('/docs', '_blank', 'noopener'),
    },
    { label: 'Log out', icon: LogOut, words: 'sign out leave end session', way: logOut },
  ];
}
