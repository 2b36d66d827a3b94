import { useQuery } from '@tanstack/react-query';
import { Combobox } from '../../../components/form/combobox.tsx';
import type { Option } from '../../../components/form/options.ts';
import type { Conversation } from '../../../data/conversations.ts';
import { assignConversation, type InboxChoices, inboxChoicesQuery } from '../../../data/inbox.ts';
import { t } from '../../../lib/i18n/t.ts';
import { useWork } from './use-work.ts';

/** The assignee, with a choice of members and groups. */
export function Assignee({ conversation }: { conversation: Conversation }) {
  const { data: choices } = useQuery(inboxChoicesQuery);
  const { run } = useWork();
  const { person, group } = conversation.inbox;
  const value = person !== null ? `person ${person.id}` : group !== null ? `group ${group.id}` : null;
  const choose = (chosen: string | null): void => {
    const [kind, id] = chosen?.split(' ') ?? [];
    const to = {
      person_id: kind === 'person' ? Number(id) : null,
      // A member of the group takes the conversation, and it stays the group's.
      group_id: kind === 'group' ? Number(id) : kind === 'person' ? (group?.id ?? null) : null,
    };
    run(() => assignConversation(conversation.id, to));
  };
  return (
    <div data-shortcut="a">
      <Combobox
        label={t('Assignee')}
        className="w-44"
        value={value}
        options={optionsOf(choices, conversation)}
        emptyLabel={t('Unassigned')}
        onChange={choose}
      />
    </div>
  );
}

function optionsOf(choices: InboxChoices | undefined, { inbox: { person, group } }: Conversation): Option[] {
  const people = choices?.people ?? (person === null ? [] : [person]);
  const groups = choices?.groups ?? (group === null ? [] : [group]);
  const you = choices?.you?.id;
  const others = people.filter(({ id }) => id !== you);
  const own = people.filter(({ id }) => id === you);
  return [
    ...own.map(({ id, name }) => ({ value: `person ${id}`, label: t('{name} (you)', { name }) })),
    ...others.map(({ id, name }) => ({ value: `person ${id}`, label: name })),
    ...groups.map(({ id, name }) => ({ value: `group ${id}`, label: name, hint: t('Group') })),
  ];
}
