import { useQueries, useQuery } from '@tanstack/react-query';
import type { Assistant } from '../../../../data/assistants.ts';
import { campaignListQuery } from '../../../../data/campaigns.ts';
import { hasWidgetChatWithQuery } from '../../../../data/first-steps.ts';
import { numberListQuery } from '../../../../data/numbers.ts';
import { senderListQuery, senderQuery } from '../../../../data/senders.ts';
import { type Channel, channelsOf } from './channels.ts';

/** The list of senders omits their assistants, so each sender is loaded, up to this many. */
const MOST_SENDERS = 50;

/** The channels of the saved assistant; undefined until all are loaded. */
export function useChannels(assistant: Assistant): Channel[] | undefined {
  const { id, type, status, is_public, phone_number_id } = assistant;
  const numbers = useQuery(numberListQuery).data;
  const listed = useQuery(senderListQuery).data;
  const online = listed?.filter((sender) => sender.status === 'online').slice(0, MOST_SENDERS);
  const senders = useQueries({
    queries: (online ?? []).map((sender) => senderQuery(String(sender.id))),
    combine: (results) => results.flatMap(({ data }) => data ?? []),
  });
  const campaigns = useQuery({ ...campaignListQuery, enabled: type === 'outbound' }).data;
  const hasWidgetChat = useQuery(hasWidgetChatWithQuery(id)).data;
  const isLoaded = numbers !== undefined && listed !== undefined && hasWidgetChat !== undefined;
  if (!isLoaded || (type === 'outbound' && campaigns === undefined)) return undefined;
  return channelsOf({
    type,
    isActive: status === 'active',
    number: numbers.find((one) => one.id === phone_number_id)?.phone_number ?? null,
    isPublic: is_public,
    hasWidgetChat,
    senders: senders.filter((sender) => sender.assistant_id === id).map((sender) => sender.display_name),
    campaigns: (campaigns ?? [])
      .filter((campaign) => campaign.assistant_id === id && campaign.status === 'in-progress')
      .map((campaign) => campaign.name),
  });
}
