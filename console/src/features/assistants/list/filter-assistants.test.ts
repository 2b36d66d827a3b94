import { expect, test } from 'vitest';
import { filterAssistants } from './filter-assistants.ts';

const numbers = new Map([[7, '+40721000000']]);
const rows = [
  row({
    id: 1,
    name: 'Front desk',
    type: 'inbound',
    status: 'active',
    phone_number_id: 7,
    updated_at: '2026-01-01',
  }),
  row({ id: 2, name: 'Survey in spring', type: 'outbound', mode: 'multimodal', updated_at: '2026-03-01' }),
  row({ id: 3, name: 'Front office', type: 'inbound', updated_at: '2026-02-01' }),
];

test.each([
  [{}, [2, 3, 1]],
  [{ q: 'FRONT' }, [3, 1]],
  [{ q: 'desk front' }, [1]],
  [{ q: '4072' }, [1]],
  [{ q: '2' }, [2, 1]],
  [{ type: 'outbound' as const }, [2]],
  [{ status: 'active' as const }, [1]],
  [{ mode: 'multimodal' as const, q: 'survey' }, [2]],
  [{ q: 'nothing' }, []],
])('the filter %j keeps the assistants %j', (search, ids) => {
  expect(filterAssistants(rows, search, numbers).map(({ id }) => id)).toEqual(ids);
});

function row<Part extends { id: number; name: string; updated_at: string }>(part: Part) {
  const base = { type: 'inbound', status: 'inactive', mode: 'pipeline', phone_number_id: null } as const;
  return { ...base, ...part };
}
