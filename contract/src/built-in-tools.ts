import { z } from 'zod';
import { flag, id, integer, text, timeOfDay, timezone } from './fields.ts';
import { e164, toE164 } from './phone-numbers.ts';
import { sipHeaders } from './sip-headers.ts';
import { isPlainObject } from './validation.ts';

const description = text(1000);
const spokenText = text(1000);

const sipAddress = /^sips?:[^\s@]+(@[^\s@]+)?$/i;

/** A phone number in international format, or a SIP address such as an extension. */
export function transferTarget() {
  return text(255).refine((value) => sipAddress.test(value) || toE164(value) !== null, {
    error: ':field must be a valid phone number in international format or a SIP address.',
  });
}

const callTransfer = z.object({
  type: z.literal('call_transfer'),
  phone_number: transferTarget(),
  description: description.nullish(),
  custom: flag().nullish(),
  timezone: timezone().nullish(),
  warm_transfer: flag().nullish(),
  warm_transfer_message: spokenText.nullish(),
  sip_headers: sipHeaders().nullish().describe('Sent with the transfer if it goes over a SIP trunk.'),
});

const warmCallTransfer = z
  .object({
    type: z.literal('warm_call_transfer'),
    supervisor_phone: text(255),
    outbound_phone_id: id(),
    description,
    custom_sip: flag().nullish(),
    caller_id_mode: z.enum(['outbound_number', 'customer_number', 'custom']).nullish(),
    custom_caller_id: e164().nullish(),
    hold_music: z.enum(['hold_music', 'none']).nullish(),
    hold_music_volume: integer(0, 100).nullish(),
    hold_message: spokenText.nullish(),
    summary_instructions: spokenText.nullish(),
    briefing_initial_message: spokenText.nullish(),
    connected_message: spokenText.nullish(),
    sip_headers: sipHeaders().nullish(),
  })
  // Runs even when other fields are invalid, so that one response lists every error.
  .superRefine(checkWarmTransfer, { when: ({ value }) => isPlainObject(value) });

/** Rules between the fields of a warm transfer. Fields may still have any type, as their own rules may have failed. */
function checkWarmTransfer(
  tool: { [Name in 'supervisor_phone' | 'custom_sip' | 'caller_id_mode' | 'custom_caller_id']?: unknown },
  context: z.core.$RefinementCtx,
): void {
  const { supervisor_phone: phone, custom_sip: isSip, caller_id_mode: callerId } = tool;
  const isKind = isSip == null || typeof isSip === 'boolean';
  const fits = (text: string): boolean => (isSip === true ? sipAddress.test(text) : toE164(text) !== null);
  if (isKind && typeof phone === 'string' && !fits(phone)) {
    const wanted = isSip === true ? 'a SIP address' : 'a phone number in international format';
    context.addIssue({ code: 'custom', path: ['supervisor_phone'], message: `:field must be ${wanted}.` });
  }
  if (callerId === 'custom' && tool.custom_caller_id == null) {
    context.addIssue({
      code: 'custom',
      path: ['custom_caller_id'],
      message: ':field is required when caller_id_mode is custom.',
    });
  }
}

const collectKeypad = z.object({
  type: z.literal('collect_keypad'),
  timeout: integer(1, 30).nullish(),
  stop_key: z
    .preprocess(
      (value) => (typeof value === 'number' ? String(value) : value),
      z.string().regex(/^[0-9*#]$/, { error: ':field must be one key: 0–9, * or #.' }),
    )
    .nullish(),
});

const endCall = z.object({ type: z.literal('end_call'), description: description.nullish() });
const dtmfInput = z.object({ type: z.literal('dtmf_input'), description: description.nullish() });

const assistantTransfer = z.object({
  type: z.literal('assistant_transfer'),
  assistant_id: id(),
  description: description.nullish(),
  message_before_transfer: spokenText.nullish(),
  speak_transfer_greeting: flag().nullish(),
});

const scheduleCallback = z.object({
  type: z.literal('schedule_callback'),
  description: description.nullish(),
  assistant_id: id()
    .nullish()
    .describe('The outbound assistant that calls back; null for this one, if it is outbound.'),
  max_days_ahead: integer(1, 30).nullish(),
  allowed_hours_start_time: timeOfDay()
    .nullish()
    .describe(
      "In the customer's local time, within the legal hours. A start after the end runs past midnight.",
    ),
  allowed_hours_end_time: timeOfDay().nullish(),
});

const handoffToHuman = z.object({
  type: z.literal('handoff_to_human'),
  description: description.nullish(),
  group_id: id()
    .nullish()
    .describe(
      'The group that gets conversations during its opening hours; null for all members, at any time.',
    ),
  message: spokenText.nullish().describe('Message to the customer when a person takes over.'),
  closed_message: spokenText
    .nullish()
    .describe(
      'Message to the customer outside the opening hours of the group; the assistant keeps answering.',
    ),
});

export const builtInTool = z
  .discriminatedUnion('type', [
    callTransfer,
    warmCallTransfer,
    collectKeypad,
    endCall,
    dtmfInput,
    assistantTransfer,
    scheduleCallback,
    handoffToHuman,
  ])
  .describe("One item of an assistant's `tools`: a flat object whose fields depend on `type`.");

export type BuiltInTool = z.output<typeof builtInTool>;

/** Built-in tools that act on the call itself; the others work in chats. */
export type CallTool = Exclude<BuiltInTool, { type: 'schedule_callback' | 'handoff_to_human' }>;

export function isCallTool(tool: BuiltInTool): tool is CallTool {
  return tool.type !== 'schedule_callback' && tool.type !== 'handoff_to_human';
}
