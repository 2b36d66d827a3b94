import type { ListedAssistant } from '../../../data/assistants.ts';
import type { ListSearch } from '../search-params.ts';

/** What of an assistant the list goes by. */
type Listed = Pick<
  ListedAssistant,
  'id' | 'name' | 'type' | 'status' | 'mode' | 'phone_number_id' | 'updated_at'
>;

/** Those that fit all of it: every word of the text stands in the name, the number or the id. Changed last comes first. */
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
