import type { CallOrder, CallStatus, CallType } from '../../data/calls.ts';
import { namesOf } from '../../lib/names-of.ts';

/** In lifecycle order. Kept apart from the labels: the router of every page parses URLs with them. */
export const CALL_STATUS_NAMES = namesOf<CallStatus>({
  scheduled: true,
  initiated: true,
  ringing: true,
  'in-progress': true,
  completed: true,
  ended_by_customer: true,
  ended_by_assistant: true,
  busy: true,
  'no-answer': true,
  failed: true,
  canceled: true,
});

export const CALL_TYPE_NAMES = namesOf<CallType>({ inbound: true, outbound: true, web: true });
export const CALL_ORDER_NAMES = namesOf<CallOrder>({ created_at: true, duration: true, total_cost: true });
