import type { BuiltInTool } from '#contract/built-in-tools.ts';
import { AppError } from '../../../core/errors.ts';
import type { InboxDependencies } from '../dependencies.ts';
import { isGroupOpen } from '../groups/group-hours.ts';
import { findTurn, insertReason, leaveForLater, moveToPeople, readGroupHours } from './handoff-store.ts';

export type HandoffTool = Extract<BuiltInTool, { type: 'handoff_to_human' }>;

interface HandoffRequest {
  userId: number;
  tool: HandoffTool;
  /** Identifies the tool call; the same when it is repeated. */
  key: string;
  /** For the team; empty if unknown. */
  reason: string;
}

interface Handoff {
  status: 'handed_off' | 'left_for_later';
  /** For the customer. */
  message: string;
}

/**
 * Hands the conversation of a tool call to people. In the hours of the group, the assistant stops after this answer;
 * outside, it keeps answering, and the conversation waits for the team. The reason becomes a note. A repeated call changes nothing.
 */
export async function handOff(
  { database, clock }: InboxDependencies,
  { userId, tool, key, reason }: HandoffRequest,
): Promise<Handoff> {
  return database.transaction(async (transaction) => {
    const turn = await findTurn(transaction, userId, key);
    if (turn === null) throw new AppError('bad-request', 'Only chats can be handed to people.');
    const group = tool.group_id == null ? null : await readGroupHours(transaction, userId, tool.group_id);
    const isOpen = group === null || isGroupOpen(group.hours, group.timezone, clock.now());
    const change = { userId, turn, groupId: group?.id ?? null };
    const isNew = isOpen ? await moveToPeople(transaction, change) : await leaveForLater(transaction, change);
    if (isNew && reason !== '') await insertReason(transaction, { userId, turn, reason });
    const message = (isOpen ? tool.message : tool.closed_message) ?? '';
    return { status: isOpen ? 'handed_off' : 'left_for_later', message };
  });
}
