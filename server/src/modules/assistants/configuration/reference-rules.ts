import type { FieldErrors } from '#contract/validation.ts';
import type { StoredAssistant } from './columns.ts';
import type { SuppliedFields } from './supplied-fields.ts';

type SuppliedTool = NonNullable<SuppliedFields['tools']>[number];

/** Ids in a request that must belong to the account. */
export interface OwnedReferences {
  knowledgebaseId: number | null;
  phoneNumberId: number | null;
  toolIds: number[];
  mcpServerIds: number[];
  outboundNumberIds: number[];
  assistantIds: number[];
  /** Assistants that must be outbound. */
  callerIds: number[];
  groupIds: number[];
}

/** The references that belong to the account. */
export interface FoundReferences {
  hasKnowledgebase: boolean;
  /** Null if the account does not own it. `takenBy`: id of another inbound assistant with it; null if it is free. */
  phoneNumber: { type: 'normal' | 'sip' | 'caller_id'; takenBy: number | null } | null;
  toolIds: number[];
  mcpServerIds: number[];
  outboundNumberIds: number[];
  assistantIds: number[];
  callerIds: number[];
  groupIds: number[];
}

/** The references to check; null if no query is needed. */
export function ownedReferences(
  supplied: SuppliedFields,
  stored: StoredAssistant | null,
): OwnedReferences | null {
  const type = supplied.type ?? stored?.type;
  // An outbound assistant that becomes inbound keeps its number, so the number must be free.
  const keptNumber = stored !== null && stored.type !== type ? stored.phone_number_id : null;
  const tools = present(supplied.tools);
  const references: OwnedReferences = {
    knowledgebaseId: supplied.knowledgebase_id ?? null,
    phoneNumberId: supplied.phone_number_id === undefined ? keptNumber : supplied.phone_number_id,
    toolIds: present(supplied.tool_ids),
    mcpServerIds: [
      ...present(supplied.mcp_server_ids),
      ...present(present(supplied.mcp_tools).map(({ server_id: id }) => id)),
    ],
    outboundNumberIds: present(
      tools.map((tool) => (tool.type === 'warm_call_transfer' ? tool.outbound_phone_id : undefined)),
    ),
    assistantIds: present(
      tools.map((tool) => (tool.type === 'assistant_transfer' ? tool.assistant_id : undefined)),
    ),
    callerIds: present(tools.map(callerOf)),
    groupIds: present(tools.map(groupOf)),
  };
  const { knowledgebaseId, phoneNumberId, ...lists } = references;
  const isEmpty =
    knowledgebaseId === null &&
    phoneNumberId === null &&
    Object.values(lists).every((ids) => ids.length === 0);
  return isEmpty ? null : references;
}

/** The callback assistant of a tool; undefined if the tool names none. */
function callerOf(tool: SuppliedTool): number | undefined {
  return tool?.type === 'schedule_callback' ? (tool.assistant_id ?? undefined) : undefined;
}

/** The group of a handoff; undefined if the tool names none. */
function groupOf(tool: SuppliedTool): number | undefined {
  return tool?.type === 'handoff_to_human' ? (tool.group_id ?? undefined) : undefined;
}

function present<Item>(items: readonly (Item | undefined)[] | null | undefined): Item[] {
  return (items ?? []).flatMap((item) => (item === undefined ? [] : [item]));
}

export const NUMBER_TAKEN: FieldErrors = {
  phone_number_id: ['This phone number is already assigned to another inbound assistant.'],
};

export function unknownReference(field: string): FieldErrors {
  return {
    [field]: [`The selected ${field.includes('.') ? field : field.replaceAll('_', ' ')} is invalid.`],
  };
}

/** Ids of other accounts give the same errors as missing ones. */
export function referenceErrors(
  supplied: SuppliedFields,
  stored: StoredAssistant | null,
  { wanted, found }: { wanted: OwnedReferences; found: FoundReferences },
): FieldErrors {
  const errors: FieldErrors = {};
  const invalid = (field: string): void => void Object.assign(errors, unknownReference(field));
  if (wanted.knowledgebaseId !== null && !found.hasKnowledgebase) invalid('knowledgebase_id');
  for (const [index, id] of (supplied.tool_ids ?? []).entries()) {
    if (id !== undefined && !found.toolIds.includes(id)) invalid(`tool_ids.${index}`);
  }
  for (const [index, id] of (supplied.mcp_server_ids ?? []).entries()) {
    if (id !== undefined && !found.mcpServerIds.includes(id)) invalid(`mcp_server_ids.${index}`);
  }
  for (const [index, tool] of (supplied.mcp_tools ?? []).entries()) {
    const id = tool?.server_id;
    if (id !== undefined && !found.mcpServerIds.includes(id)) {
      invalid(`mcp_tools.${index}.server_id`);
    }
  }
  for (const [index, tool] of (supplied.tools ?? []).entries()) {
    const number = tool?.type === 'warm_call_transfer' ? tool.outbound_phone_id : undefined;
    if (number !== undefined && !found.outboundNumberIds.includes(number)) {
      invalid(`tools.${index}.outbound_phone_id`);
    }
    const callerId = callerOf(tool);
    const isOwn = callerId === stored?.id && (supplied.type ?? stored?.type) === 'outbound';
    if (callerId !== undefined && !isOwn && !found.callerIds.includes(callerId)) {
      errors[`tools.${index}.assistant_id`] = ['Choose an outbound assistant of this account.'];
    }
    const groupId = groupOf(tool);
    if (groupId !== undefined && !found.groupIds.includes(groupId)) invalid(`tools.${index}.group_id`);
    const assistantId = tool?.type === 'assistant_transfer' ? tool.assistant_id : undefined;
    if (assistantId === undefined) continue;
    if (!found.assistantIds.includes(assistantId)) invalid(`tools.${index}.assistant_id`);
    if (assistantId === stored?.id) {
      errors[`tools.${index}.assistant_id`] = ['An assistant cannot transfer to itself.'];
    }
  }
  return { ...errors, ...phoneNumberErrors(supplied.type ?? stored?.type, wanted, found) };
}

function phoneNumberErrors(
  type: 'inbound' | 'outbound' | undefined,
  wanted: OwnedReferences,
  found: FoundReferences,
): FieldErrors {
  if (wanted.phoneNumberId === null) return {};
  const number = found.phoneNumber;
  if (number === null) return unknownReference('phone_number_id');
  if (type !== 'inbound') return {};
  if (number.type === 'caller_id') {
    return {
      phone_number_id: ['A Caller ID number cannot receive calls, so an inbound assistant cannot use it.'],
    };
  }
  return number.takenBy === null ? {} : NUMBER_TAKEN;
}
