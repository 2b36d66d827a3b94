import { Link } from '@tanstack/react-router';
import { Badge } from '../../../components/badge.tsx';
import { IfAllowed } from '../../../components/if-allowed.tsx';
import { RelativeTime } from '../../../components/relative-time.tsx';
import type { Column } from '../../../components/table/data-table.tsx';
import type { ListedAssistant } from '../../../data/assistants.ts';
import { t } from '../../../lib/i18n/t.ts';
import { MODES, STATUSES, TYPES } from '../assistant-words.ts';
import { AssistantMenu } from './assistant-menu.tsx';

export function assistantColumns(numbers: ReadonlyMap<number, string>): readonly Column<ListedAssistant>[] {
  return [
    {
      title: t('Name'),
      width: 'minmax(12rem,2fr)',
      cell: ({ id, name }) => (
        <Link
          to="/assistants/$assistantId"
          params={{ assistantId: String(id) }}
          title={name}
          dir="auto"
          className="wrap-anywhere line-clamp-2 whitespace-normal text-left font-medium leading-tight hover:underline"
        >
          {name}
        </Link>
      ),
    },
    {
      title: t('Status'),
      width: '5rem',
      cell: ({ status }) => <Badge tone={STATUSES[status].tone}>{STATUSES[status].label}</Badge>,
    },
    { title: t('Type'), width: 'minmax(4.5rem,5.5rem)', cell: ({ type }) => TYPES[type].label },
    { title: t('Mode'), width: '5.5rem', cell: ({ mode }) => MODES[mode].label },
    { title: t('Language'), width: 'minmax(5.5rem,6.5rem)', cell: ({ language }) => language.name },
    {
      title: t('Number'),
      width: '8rem',
      cell: ({ phone_number_id: id }) =>
        id === null ? <span className="text-ink-soft">{t('none')}</span> : (numbers.get(id) ?? '…'),
    },
    {
      title: t('Updated'),
      width: 'minmax(6.5rem,8.5rem)',
      cell: ({ updated_at }) => <RelativeTime iso={updated_at} />,
    },
    {
      title: t('Actions'),
      width: '4rem',
      align: 'right',
      cell: (assistant) => (
        <IfAllowed area="Assistants">
          <AssistantMenu assistant={assistant} />
        </IfAllowed>
      ),
    },
  ];
}
