import type { Assistant } from '../../../../data/assistants.ts';

type BuiltInTool = Assistant['tools'][number];
type Optional<Tool> = { [Name in keyof Tool as undefined extends Tool[Name] ? Name : never]-?: null };

/** Null for each optional member of a tool. Source: `contract/src/built-in-tools.ts`. */
const NOTHING: { [Type in BuiltInTool['type']]: Optional<Extract<BuiltInTool, { type: Type }>> } = {
  end_call: { description: null },
  dtmf_input: { description: null },
  collect_keypad: { timeout: null, stop_key: null },
  call_transfer: {
    description: null,
    custom: null,
    timezone: null,
    warm_transfer: null,
    warm_transfer_message: null,
    sip_headers: null,
  },
  warm_call_transfer: {
    custom_sip: null,
    caller_id_mode: null,
    custom_caller_id: null,
    hold_music: null,
    hold_music_volume: null,
    hold_message: null,
    summary_instructions: null,
    briefing_initial_message: null,
    connected_message: null,
    sip_headers: null,
  },
  schedule_callback: {
    description: null,
    assistant_id: null,
    max_days_ahead: null,
    allowed_hours_start_time: null,
    allowed_hours_end_time: null,
  },
  handoff_to_human: { description: null, group_id: null, message: null, closed_message: null },
  assistant_transfer: { description: null, message_before_transfer: null, speak_transfer_greeting: null },
};

/** Adds null for every absent member, so that rendering its field does not make the form dirty. */
export function wholeTool(tool: BuiltInTool): BuiltInTool {
  return { ...NOTHING[tool.type], ...tool };
}
