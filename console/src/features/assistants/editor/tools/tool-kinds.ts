import type { LucideIcon } from 'lucide-react';
import { Bot, CalendarClock, Grid3x3, Hash, Headset, PhoneForwarded, PhoneOff, Users } from 'lucide-react';
import { t } from '../../../../lib/i18n/t.ts';
import type { AssistantValues } from '../form/assistant-values.ts';

export type BuiltInTool = AssistantValues['tools'][number];
export type ToolType = BuiltInTool['type'];

interface ToolKind {
  label: string;
  text: string;
  icon: LucideIcon;
  /** A new tool; required values that the user must enter are empty. */
  blank: BuiltInTool;
}

/** The built-in tools, with labels. */
export const TOOL_KINDS: Readonly<Record<ToolType, ToolKind>> = {
  end_call: {
    label: t('End call'),
    text: t('Hangs up when the conversation is over.'),
    icon: PhoneOff,
    blank: { type: 'end_call', description: null },
  },
  call_transfer: {
    label: t('Transfer call'),
    text: t('Connects the customer to a number or SIP address.'),
    icon: PhoneForwarded,
    blank: {
      type: 'call_transfer',
      phone_number: '',
      description: null,
      custom: false,
      warm_transfer: false,
    },
  },
  warm_call_transfer: {
    label: t('Warm transfer'),
    text: t('Briefs a colleague, then connects the customer.'),
    icon: Users,
    blank: {
      type: 'warm_call_transfer',
      supervisor_phone: '',
      outbound_phone_id: 0,
      description: '',
      custom_sip: false,
      caller_id_mode: 'outbound_number',
      hold_music: 'hold_music',
      hold_music_volume: 80,
    },
  },
  assistant_transfer: {
    label: t('Hand off to another assistant'),
    text: t('Another assistant continues the call.'),
    icon: Bot,
    blank: { type: 'assistant_transfer', assistant_id: 0, description: null, speak_transfer_greeting: true },
  },
  schedule_callback: {
    label: t('Schedule callback'),
    text: t('Calls the customer back at a time they choose.'),
    icon: CalendarClock,
    blank: { type: 'schedule_callback', description: null, assistant_id: null, max_days_ahead: 14 },
  },
  handoff_to_human: {
    label: t('Hand off to a person'),
    text: t('Chats only: a teammate answers in the inbox.'),
    icon: Headset,
    blank: { type: 'handoff_to_human', description: null, group_id: null },
  },
  collect_keypad: {
    label: t('Collect digits'),
    text: t('The customer enters digits on the keypad.'),
    icon: Grid3x3,
    blank: { type: 'collect_keypad', timeout: 5, stop_key: '#' },
  },
  dtmf_input: {
    label: t('Press keys (DTMF)'),
    text: t('Navigates phone menus.'),
    icon: Hash,
    blank: { type: 'dtmf_input', description: null },
  },
};

export const TOOL_TYPES: readonly ToolType[] = [
  'end_call',
  'call_transfer',
  'warm_call_transfer',
  'assistant_transfer',
  'schedule_callback',
  'handoff_to_human',
  'collect_keypad',
  'dtmf_input',
];
