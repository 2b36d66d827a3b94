import type { Tone } from '../../components/badge.tsx';
import type { Sender, Template } from '../../data/senders.ts';
import { t } from '../../lib/i18n/t.ts';

export const QUALITY: Record<Sender['quality_rating'], { label: string; tone: Tone }> = {
  GREEN: { label: t('High'), tone: 'good' },
  YELLOW: { label: t('Medium'), tone: 'warn' },
  RED: { label: t('Low'), tone: 'bad' },
};

export const TEMPLATE_TONES: Record<Template['status'], Tone> = {
  approved: 'good',
  pending: 'info',
  rejected: 'bad',
  paused: 'warn',
  disabled: 'neutral',
};

export interface Carrier {
  name: string;
  label: string;
  /** Required credentials, in the carrier's order. */
  credentials: readonly { name: string; label: string; hint?: string; isSecret?: boolean }[];
}

/** Message carriers; `name` is the `provider` of a sender. */
export const CARRIERS: readonly Carrier[] = [
  {
    name: 'twilio',
    label: 'Twilio',
    credentials: [
      { name: 'account_sid', label: t('Account SID'), hint: t('Starts with AC.') },
      { name: 'auth_token', label: t('Auth token'), isSecret: true },
    ],
  },
  {
    name: 'cloud',
    label: t('Cloud API'),
    credentials: [
      { name: 'phone_number_id', label: t('Phone number ID') },
      { name: 'business_account_id', label: t('Business account ID') },
      { name: 'access_token', label: t('Access token'), isSecret: true },
      { name: 'app_secret', label: t('App secret'), isSecret: true },
      {
        name: 'verify_token',
        label: t('Verify token'),
        hint: t('Any text. Enter the same one at the carrier.'),
      },
    ],
  },
  { name: 'sandbox', label: t('Sandbox'), credentials: [] },
];
