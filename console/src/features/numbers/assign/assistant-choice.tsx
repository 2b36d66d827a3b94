import { Badge } from '../../../components/badge.tsx';
import { Select } from '../../../components/form/select.tsx';
import type { PhoneNumber } from '../../../data/numbers.ts';
import type { Assigning } from './use-assignment.ts';

/** The assistant that answers a number, to choose in its row. */
export function AssistantChoice({ number, assigning }: { number: PhoneNumber; assigning: Assigning }) {
  if (number.type === 'caller_id') return <span className="text-ink-soft">Can’t receive calls</span>;
  const holder = assigning.holders.get(number.id);
  return (
    <span className="flex items-center gap-2 p-0.5">
      <Select
        label={`Assistant for ${number.phone_number}`}
        value={holder === undefined ? null : String(holder.id)}
        options={assigning.options}
        emptyLabel="None"
        onChange={(id) => assigning.choose(number, id === null ? null : Number(id))}
        className="min-w-0 flex-1"
      />
      {holder?.status === 'inactive' && <Badge tone="warn">Inactive</Badge>}
    </span>
  );
}
