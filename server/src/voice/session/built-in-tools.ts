import type { CallTool } from '#contract/built-in-tools.ts';
import { toE164 } from '#contract/phone-numbers.ts';
import type { AgentTool } from '../../agent/tool.ts';
import { AppError } from '../../core/errors.ts';
import { ORDERED } from '../../providers/interfaces/conventions.ts';
import { keypadInstruction } from '../../providers/interfaces/pressed-keys.ts';
import type { CallAssistant } from '../call-host.ts';
import { toolTextOf } from './assistant-texts.ts';
import type { CallAction, CallControl, ToolOf } from './call-control.ts';

const QUICK_TOOL_MS = 5_000;
/** Upper bound: entry ends at its own timeout, or with the call at the latest, even while on hold. */
const KEYPAD_WITHIN_MS = 1_200_000;
const MAX_SENT_DIGITS = 32;
/** Includes the words before the keys. */
const SENT_KEYS_WITHIN_MS = 60_000;

const ENDED_BY = { 'stop-key': 'stop_key', timeout: 'timeout', aborted: 'interruption' } as const;

const NO_PARAMETERS = { type: 'object', properties: {}, additionalProperties: false };

/** The built-in tools as function tools; further tools of one type are numbered from 2. */
export function builtInTools(assistant: CallAssistant, control: CallControl): AgentTool[] {
  const counts = new Map<string, number>();
  return assistant.builtInTools.map((stored) => {
    const tool = withText(assistant, stored);
    const count = (counts.get(tool.type) ?? 0) + 1;
    counts.set(tool.type, count);
    return agentTool(tool, count === 1 ? tool.type : `${tool.type}_${count}`, control);
  });
}

/** Keys that end an entry, by the assistant's `collect_keypad` tools. */
export function stopKeysOf({ builtInTools }: Pick<CallAssistant, 'builtInTools'>): string[] {
  return builtInTools.flatMap((tool) => (tool.type === 'collect_keypad' ? [stopKeyOf(tool)] : []));
}

function stopKeyOf({ stop_key: stopKey }: ToolOf<'collect_keypad'>): string {
  return stopKey ?? '#';
}

/** The description as the model reads it. Spoken texts are rendered when they are spoken. */
function withText(assistant: CallAssistant, tool: CallTool): CallTool {
  if (!('description' in tool) || tool.description == null) return tool;
  return { ...tool, description: toolTextOf(assistant, tool.description) };
}

function agentTool(tool: CallTool, name: string, control: CallControl): AgentTool {
  switch (tool.type) {
    case 'end_call':
      return endCall(tool, name, control);
    case 'call_transfer':
      return callTransfer(tool, name, control);
    case 'warm_call_transfer':
      return warmTransfer(tool, name, control);
    case 'assistant_transfer':
      return assistantTransfer(tool, name, control);
    case 'collect_keypad':
      return collectKeypad(tool, name, control);
    case 'dtmf_input':
      return sendDigits(tool, name, control);
  }
}

function endCall(tool: ToolOf<'end_call'>, name: string, control: CallControl): AgentTool {
  const description = `Ends the call. Say a short goodbye in the same answer; the call ends once the customer has heard it. ${tool.description || 'Use it when the conversation is over.'}`;
  return {
    description: { name, description, parameters: NO_PARAMETERS },
    timeoutMs: QUICK_TOOL_MS,
    endsAnswer: true,
    run: async () => schedule(control, { type: 'end-call' }, 'The call ends after your goodbye.'),
  };
}

function callTransfer(tool: ToolOf<'call_transfer'>, name: string, control: CallControl): AgentTool {
  const zone = tool.timezone == null ? '' : ` Local time zone there: ${tool.timezone}.`;
  const where = tool.custom === true ? 'a phone number of your choice' : tool.phone_number;
  const description = `Transfers the caller to ${where}. Announce it in a few words in the same answer.${zone} ${tool.description ?? ''}`;
  const phoneNumber = {
    type: 'string',
    description: 'The number in international format, for example +40721234567.',
  };
  const parameters =
    tool.custom === true
      ? { type: 'object', properties: { phone_number: phoneNumber }, additionalProperties: false }
      : NO_PARAMETERS;
  return {
    description: { name, description: description.trim(), parameters },
    timeoutMs: QUICK_TOOL_MS,
    endsAnswer: true,
    run: async ({ phone_number: chosen }) => {
      const target =
        tool.custom === true && chosen !== undefined ? toE164(String(chosen)) : tool.phone_number;
      if (target === null)
        throw new AppError('bad-request', 'This is not a phone number in international format.');
      return schedule(
        control,
        { type: 'transfer', tool, target },
        'The caller will be transferred when you finish speaking.',
      );
    },
  };
}

function warmTransfer(tool: ToolOf<'warm_call_transfer'>, name: string, control: CallControl): AgentTool {
  const description = `Puts the caller on hold, briefs a colleague and connects the two. ${tool.description}`;
  return {
    description: { name, description, parameters: NO_PARAMETERS },
    timeoutMs: QUICK_TOOL_MS,
    endsAnswer: true,
    run: async () =>
      schedule(
        control,
        { type: 'warm-transfer', tool },
        'The colleague will be called when you finish speaking.',
      ),
  };
}

function assistantTransfer(
  tool: ToolOf<'assistant_transfer'>,
  name: string,
  control: CallControl,
): AgentTool {
  const description = `Hands the caller over to another assistant. ${tool.description ?? ''}`.trim();
  return {
    description: { name, description, parameters: NO_PARAMETERS },
    timeoutMs: QUICK_TOOL_MS,
    endsAnswer: true,
    run: async () =>
      schedule(
        control,
        { type: 'assistant-transfer', tool },
        'The other assistant will take over when you finish speaking.',
      ),
  };
}

function collectKeypad(tool: ToolOf<'collect_keypad'>, name: string, control: CallControl): AgentTool {
  const timeoutMs = (tool.timeout ?? 5) * 1000;
  const stopKey = stopKeyOf(tool);
  const description = `Waits for the caller to press keys on the phone and returns them. ${keypadInstruction(stopKey)}`;
  return {
    description: { name, description, parameters: NO_PARAMETERS },
    timeoutMs: KEYPAD_WITHIN_MS,
    run: async (_arguments, signal) => {
      const { digits, endedBy } = await control.collectDigits({ timeoutMs, stopKey }, signal);
      return { digits, ended_by: ENDED_BY[endedBy] };
    },
  };
}

function sendDigits(tool: ToolOf<'dtmf_input'>, name: string, control: CallControl): AgentTool {
  const description =
    `Presses keys on the phone, for example to navigate a menu. ${tool.description ?? ''}`.trim();
  const digits = {
    type: 'string',
    pattern: '^[0-9A-Da-d*#w]+$',
    maxLength: MAX_SENT_DIGITS,
    description: 'Keys 0–9, *, #, A–D; w waits half a second.',
  };
  return {
    description: {
      name,
      description,
      parameters: {
        type: 'object',
        properties: { digits },
        required: ['digits'],
        additionalProperties: false,
      },
    },
    timeoutMs: SENT_KEYS_WITHIN_MS,
    // Keys must not be pressed twice because the answer after them was interrupted.
    hasEffects: true,
    run: async ({ digits: keys }, signal) => {
      const wanted = String(keys);
      if (!/^[0-9A-Da-d*#w]{1,32}$/.test(wanted)) {
        throw new AppError('bad-request', 'digits may contain 0–9, *, #, A–D and w, at most 32 in total.');
      }
      const sent = wanted.replace(/[a-d]/g, (key) => key.toUpperCase());
      const outcome = await control.sendDigits(sent, signal);
      if (outcome.kind === 'refused')
        throw new AppError('bad-request', `The keys were not pressed. ${outcome.reason}`);
      return { sent: wanted };
    },
  };
}

function schedule(control: CallControl, action: CallAction, note: string): Record<string, unknown> {
  if (!control.afterReply(action)) {
    throw new AppError('bad-request', 'Another action is already pending for this call.');
  }
  return { status: ORDERED, note };
}
