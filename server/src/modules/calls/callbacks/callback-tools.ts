import type { BuiltInTool } from '#contract/built-in-tools.ts';
import type { AgentTool } from '../../../agent/tool.ts';
import type { NewCallDependencies } from '../asking/dependencies.ts';
import { type CallbackTool, scheduleCallback } from './schedule-callback.ts';

const TIMEOUT_MS = 10_000;

const DESCRIPTION =
  "Schedules a call back to the customer's own phone number. Use it when the customer asks to be called later. Work out the date from the current date, and say the returned day, time and place to the customer. A new callback replaces an earlier one.";

const PARAMETERS = {
  type: 'object',
  properties: {
    local_time: {
      type: 'string',
      description:
        "The date and time that the customer means, in the customer's local time, without an offset, such as 2026-03-03T14:00",
    },
    time_zone: {
      type: 'string',
      description:
        'IANA name of the place that the customer named, only if their number may be in several time zones',
    },
    reason: { type: 'string', description: 'What the call is about, in a few words' },
  },
  required: ['local_time'],
  additionalProperties: false,
};

/** The callback tools of an assistant as function tools; further ones are numbered from 2. */
export function callbackTools(
  deps: NewCallDependencies,
  about: { userId: number; assistantId: number; tools: readonly BuiltInTool[] },
): AgentTool[] {
  const own = about.tools.filter((tool): tool is CallbackTool => tool.type === 'schedule_callback');
  return own.map((tool, index) => ({
    description: {
      name: index === 0 ? tool.type : `${tool.type}_${index + 1}`,
      description: `${DESCRIPTION} ${tool.description ?? ''}`.trim(),
      parameters: PARAMETERS,
    },
    timeoutMs: TIMEOUT_MS,
    hasEffects: true,
    run: (given, _signal, { key, subject }) =>
      scheduleCallback(deps, {
        userId: about.userId,
        assistantId: about.assistantId,
        tool,
        key,
        subject,
        wanted: {
          local: String(given['local_time']),
          timeZone: textOrNull(given['time_zone']),
          reason: textOrNull(given['reason']),
        },
      }),
  }));
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null;
}
