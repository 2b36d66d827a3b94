import { Badge } from '../../../components/badge.tsx';
import { Select } from '../../../components/form/select.tsx';
import type { PhoneNumber } from '../../../data/numbers.ts';
import { useRights } from '../../../data/rights.ts';
import { t } from '../../../lib/i18n/t.ts';
import type { Assigning } from './use-assignment.ts';

/** The assistant that answers a number, to choose in its row. */
export function AssistantChoice({ number, assigning }: { number: PhoneNumber; assigning: Assigning }) {
  const { mayChange } = useRights();
  if (number.type === 'caller_id') return <span className="text-ink-soft">{t('Can’t receive calls')}</span>;
  const holder = assigning.holders.get(number.id);
  if (!mayChange('Assistants')) return holder?.name ?? t('None');
  return (
    <span className="flex items-center gap-2 p-0.5">
      <Select
        label={t('Assistant for {number}', { number: number.phone_number })}
        value={holder === undefined ? null : String(holder.id)}
        options={assigning.options}
        emptyLabel={t('None')}
        onChange={(id) => assigning.choose(number, id === null ? null : Number(id))}
        className="min-w-0 flex-1"
      />
      {holder?.status === 'inactive' && <Badge tone="warn">{t('Inactive')}</Badge>}
    </span>
  );
}
