import type { LucideIcon } from 'lucide-react';
import { Bot, Grid3x3, Hash, PhoneForwarded, PhoneOff, Users } from 'lucide-react';
import type { AssistantValues } from '../form/assistant-values.ts';

export type BuiltInTool = AssistantValues['tools'][number];
export type ToolType = BuiltInTool['type'];

interface ToolKind {
  label: string;
  text: string;
  icon: LucideIcon;
  /** A new one; what it must have and cannot know is empty. */
  blank: BuiltInTool;
}

/** What an assistant can do in a call, in the words of people. */
export const TOOL_KINDS: Readonly<Record<ToolType, ToolKind>> = {
  end_call: {
    label: 'End the call',
    text: 'It hangs up when the conversation is over.',
    icon: PhoneOff,
    blank: { type: 'end_call', description: null },
  },
  call_transfer: {
    label: 'Transfer the call',
    text: 'It puts the customer through to a number or SIP address.',
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
    label: 'Transfer with a briefing',
    text: 'It calls a colleague, tells what it is about while the customer waits, then connects both.',
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
    label: 'Hand over to another assistant',
    text: 'Another assistant goes on with the same call.',
    icon: Bot,
    blank: { type: 'assistant_transfer', assistant_id: 0, description: null, speak_transfer_greeting: true },
  },
  collect_keypad: {
    label: 'Collect keys',
    text: 'The customer types a number on the keys, such as an order number.',
    icon: Grid3x3,
    blank: { type: 'collect_keypad', timeout: 5, stop_key: '#' },
  },
  dtmf_input: {
    label: 'Press keys',
    text: 'It presses keys itself, to find its way through telephone menus.',
    icon: Hash,
    blank: { type: 'dtmf_input', description: null },
  },
};

export const TOOL_TYPES: readonly ToolType[] = [
  'end_call',
  'call_transfer',
  'warm_call_transfer',
  'assistant_transfer',
  'collect_keypad',
  'dtmf_input',
];
