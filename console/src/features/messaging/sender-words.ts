import type { Tone } from '../../components/badge.tsx';
import type { Sender, Template } from '../../data/senders.ts';

export const QUALITY: Record<Sender['quality_rating'], { label: string; tone: Tone }> = {
  GREEN: { label: 'High', tone: 'good' },
  YELLOW: { label: 'Medium', tone: 'warn' },
  RED: { label: 'Low', tone: 'bad' },
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
      { name: 'account_sid', label: 'Account SID', hint: 'Starts with AC.' },
      { name: 'auth_token', label: 'Auth token', isSecret: true },
    ],
  },
  {
    name: 'cloud',
    label: 'Cloud API',
    credentials: [
      { name: 'phone_number_id', label: 'Phone number ID' },
      { name: 'business_account_id', label: 'Business account ID' },
      { name: 'access_token', label: 'Access token', isSecret: true },
      { name: 'app_secret', label: 'App secret', isSecret: true },
      {
        name: 'verify_token',
        label: 'Verify token',
        hint: 'Any text. Enter the same one at the carrier.',
      },
    ],
  },
  { name: 'sandbox', label: 'Sandbox', credentials: [] },
];
