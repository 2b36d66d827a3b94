import type { Conversation } from '../../../data/conversations.ts';
import type { CannedReply } from '../../../data/inbox.ts';

const VARIABLE = /\{\{\s*([a-z_.]+)\s*\}\}/g;

/** Values of the variables of canned replies; unknown ones are empty. */
export function cannedValues(
  {
    customer_name,
    customer_phone,
    assistant_name,
  }: Pick<Conversation, 'customer_name' | 'customer_phone' | 'assistant_name'>,
  agent: string | undefined,
): Readonly<Record<string, string>> {
  const name = customer_name ?? '';
  return {
    'visitor.name': name,
    'visitor.first_name': name.split(/\s+/)[0] ?? '',
    'visitor.phone': customer_phone ?? '',
    'agent.name': agent ?? '',
    'agent.first_name': agent?.split(/\s+/)[0] ?? '',
    'assistant.name': assistant_name ?? '',
  };
}

/**
 * The text with values for its variables. Without a value, the space or comma before the variable goes too: "Hello
 * {{visitor.name}}!" becomes "Hello!". Names that are not variables stay as they are.
 */
export function fillCanned({ content }: CannedReply, values: Readonly<Record<string, string>>): string {
  const without = content.replaceAll(/,?[ \t]*\{\{\s*([a-z_.]+)\s*\}\}/g, (found, name: string) =>
    values[name] === '' ? '' : found,
  );
  return without.replaceAll(VARIABLE, (found, name: string) => values[name] ?? found);
}
