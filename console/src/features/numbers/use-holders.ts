import { useQuery } from '@tanstack/react-query';
import { allAssistantsQuery, type ListedAssistant } from '../../data/assistants.ts';

/** Inbound assistants by the id of their number. Outbound assistants don't answer calls. */
export function useHolders(): ReadonlyMap<number | null, ListedAssistant> {
  const assistants = useQuery(allAssistantsQuery);
  const inbound = assistants.data?.filter(({ type }) => type === 'inbound');
  return new Map(inbound?.map((one) => [one.phone_number_id, one]));
}
