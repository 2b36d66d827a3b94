import { type BuiltInTool, builtInTool } from '#contract/built-in-tools.ts';
import { toE164 } from '#contract/phone-numbers.ts';

/** Defaults of a tool's optional fields. */
const DEFAULTS: { [Type in BuiltInTool['type']]: Partial<Extract<BuiltInTool, { type: Type }>> } = {
  call_transfer: { custom: false, warm_transfer: false },
  warm_call_transfer: {
    custom_sip: false,
    caller_id_mode: 'outbound_number',
    hold_music: 'hold_music',
    hold_music_volume: 80,
    hold_message: 'Please hold while I connect you to a colleague.',
    summary_instructions: 'Summarize in two or three sentences who the caller is and what they need.',
    briefing_initial_message: 'Hello, I have a caller on the line for you. Here is what it is about.',
    connected_message: 'You are now connected. Thank you for holding.',
  },
  collect_keypad: { timeout: 5, stop_key: '#' },
  end_call: {},
  dtmf_input: {},
  assistant_transfer: { speak_transfer_greeting: true },
};

/** Built-in tools as stored and listed: flat, with defaults, phone numbers in E.164, without nulls. */
export function storedTools(tools: readonly BuiltInTool[]): BuiltInTool[] {
  return tools.map((tool) => withE164(withDefaults(tool)));
}

/** Parses the tool again, so that its members are in the order of the schema. */
function withDefaults(tool: BuiltInTool): BuiltInTool {
  const given = Object.fromEntries(Object.entries(tool).filter(([, value]) => value != null));
  return builtInTool.parse({ ...DEFAULTS[tool.type], ...given });
}

function withE164(tool: BuiltInTool): BuiltInTool {
  switch (tool.type) {
    case 'call_transfer':
      return { ...tool, phone_number: e164(tool.phone_number) };
    case 'warm_call_transfer': {
      const caller = tool.custom_caller_id == null ? {} : { custom_caller_id: e164(tool.custom_caller_id) };
      return { ...tool, ...caller, supervisor_phone: e164(tool.supervisor_phone) };
    }
    default:
      return tool;
  }
}

/** SIP addresses stay unchanged. */
function e164(text: string): string {
  return toE164(text) ?? text;
}
