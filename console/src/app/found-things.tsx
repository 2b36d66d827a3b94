import { useQuery } from '@tanstack/react-query';
import { Bot, Megaphone } from 'lucide-react';
import { allAssistantsQuery } from '../data/assistants.ts';
import { campaignListQuery } from '../data/campaigns.ts';
import { Group, Item } from './palette-item.tsx';

/** What the account has, by name. Asked for when the palette opens. */
export function FoundThings({ goTo }: { goTo: (to: string) => () => void }) {
  const assistants = useQuery(allAssistantsQuery);
  const campaigns = useQuery(campaignListQuery);
  return (
    <>
      <Group heading="Assistants">
        {assistants.data?.map(({ id, name }) => (
          <Item
            key={id}
            value={`assistant ${name} ${id}`}
            icon={<Bot />}
            onSelect={goTo(`/assistants/${id}`)}
          >
            {name}
          </Item>
        ))}
      </Group>
      <Group heading="Campaigns">
        {campaigns.data?.map(({ id, name }) => (
          <Item
            key={id}
            value={`campaign ${name} ${id}`}
            icon={<Megaphone />}
            onSelect={goTo(`/campaigns/${id}`)}
          >
            {name}
          </Item>
        ))}
      </Group>
    </>
  );
}
