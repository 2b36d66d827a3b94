import type { LucideIcon } from 'lucide-react';
import {
  Ban,
  Building2,
  Cable,
  CircleUser,
  Clock,
  Coins,
  Cpu,
  Info,
  KeyRound,
  MessageCircle,
  MessageSquareText,
  Palette,
  RadioTower,
  ReceiptText,
  ShieldCheck,
} from 'lucide-react';
import type { Area } from '#contract/roles.ts';
import { t } from '../../lib/i18n/t.ts';
import { SECTIONS } from '../navigation.ts';

export interface Place {
  label: string;
  /** Path below the console's root. */
  href: string;
  icon: LucideIcon;
  /** Search keywords. */
  words: string;
  /** Offered only to roles that may read it; by default to all. */
  area?: Area;
  isSandbox?: boolean;
}

/** Parts of pages that have their own URL. */
const PARTS: readonly Place[] = [
  {
    label: t('SIP trunks'),
    href: '/numbers?tab=trunks',
    icon: Cable,
    words: 'phone numbers exchange extensions',
  },
  { label: 'SMS', href: '/messaging?tab=sms', icon: MessageSquareText, words: 'messaging texts' },
  {
    label: t('Do-not-call list'),
    href: '/campaigns/blacklist',
    icon: Ban,
    words: 'blacklist campaigns never call opt out dnc',
  },
  {
    label: t('Webhook endpoints'),
    area: 'Webhooks',
    href: '/webhooks?tab=targets',
    icon: RadioTower,
    words: 'targets urls disabled',
  },
  {
    label: t('Webhook signing secret'),
    area: 'Webhooks',
    href: '/webhooks?tab=secret',
    icon: ShieldCheck,
    words: 'rotate replace signature verify',
  },
  { label: t('Ledger'), href: '/billing?tab=ledger', icon: ReceiptText, words: 'billing charges credits' },
  { label: t('Model usage'), href: '/billing?tab=models', icon: Cpu, words: 'billing tokens cost' },
  { label: t('Prices'), href: '/billing?tab=prices', icon: Coins, words: 'billing cost' },
  {
    label: t('Sandbox messenger'),
    href: '/sandbox?tab=messenger',
    icon: MessageCircle,
    words: 'customer templates chat',
    isSandbox: true,
  },
  {
    label: t('Sandbox SMS'),
    href: '/sandbox?tab=sms',
    icon: MessageSquareText,
    words: 'customer texts',
    isSandbox: true,
  },
  {
    label: t('Sandbox balance and test numbers'),
    href: '/sandbox?tab=world',
    icon: Building2,
    words: 'money customers people answer busy',
    isSandbox: true,
  },
  {
    label: t('Appearance'),
    href: '/settings#appearance',
    icon: Palette,
    words: 'settings theme dark light language translation',
  },
  { label: t('Time zone'), href: '/settings#time-zone', icon: Clock, words: 'settings clock days utc' },
  { label: t('Profile'), href: '/profile', icon: CircleUser, words: 'name e-mail email accounts switch' },
  { label: t('Password'), href: '/profile#password', icon: KeyRound, words: 'settings change security' },
  {
    label: t('This server'),
    href: '/settings#installation',
    icon: Info,
    words: 'settings installation version address vendors models carriers',
  },
];

/** All pages in the order of the side bar, then the parts of pages. */
export const PLACES: readonly Place[] = [
  ...SECTIONS.flatMap(({ destinations }) => destinations.map(({ to, ...page }) => ({ ...page, href: to }))),
  ...PARTS,
];
