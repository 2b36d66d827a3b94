import type { ListedAssistant } from '../../../data/assistants.ts';
import type { ListSearch } from '../search-params.ts';

/** The list's filters. */
type Listed = Pick<
  ListedAssistant,
  'id' | 'name' | 'type' | 'status' | 'mode' | 'phone_number_id' | 'updated_at'
>;

/** Assistants that match all filters: every word of the text occurs in the name, number or id. Latest change first. */
export function filterAssistants<Row extends Listed>(
  assistants: readonly Row[],
  { q = '', type, status, mode }: ListSearch,
  numbers: ReadonlyMap<number, string>,
): Row[] {
  const words = q.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  const fits = (assistant: Row): boolean => {
    const number = assistant.phone_number_id === null ? '' : (numbers.get(assistant.phone_number_id) ?? '');
    const text = `${assistant.name} ${number} ${assistant.id}`.toLocaleLowerCase();
    return words.every((word) => text.includes(word));
  };
  return assistants
    .filter(
      (one) =>
        (type === undefined || one.type === type) &&
        (status === undefined || one.status === status) &&
        (mode === undefined || one.mode === mode) &&
        fits(one),
    )
    .sort((one, other) => (one.updated_at < other.updated_at ? 1 : -1));
}
