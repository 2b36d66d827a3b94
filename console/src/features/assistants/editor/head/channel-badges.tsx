import { Badge } from '../../../../components/badge.tsx';
import type { Assistant } from '../../../../data/assistants.ts';
import { t } from '../../../../lib/i18n/t.ts';
import { STATUSES, TYPES } from '../../assistant-words.ts';
import type { Channel } from './channels.ts';
import { NumberBadge } from './number-badge.tsx';
import { useChannels } from './use-channels.ts';

/** Number, type and state of the assistant, and the other channels that it is live on. */
export function ChannelBadges({ assistant }: { assistant: Assistant }) {
  const live = useChannels(assistant)?.filter(({ isLive }) => isLive);
  return (
    <>
      <NumberBadge id={assistant.phone_number_id} />
      <Badge>{TYPES[assistant.type].label}</Badge>
      {live
        ?.filter(({ to }) => !('tab' in to && to.tab === 'call'))
        .map(({ title }) => (
          <Badge key={title}>{title}</Badge>
        ))}
      {live !== undefined && <State assistant={assistant} live={live} />}
    </>
  );
}

/** Live on a channel, deactivated, or not connected yet. */
function State({ assistant, live }: { assistant: Assistant; live: readonly Channel[] }) {
  if (live.length > 0) return <Badge tone="good">{t('Live', undefined, 'channel')}</Badge>;
  const isOff = assistant.status === 'inactive' && assistant.phone_number_id !== null;
  return isOff ? (
    <Badge tone={STATUSES.inactive.tone}>{STATUSES.inactive.label}</Badge>
  ) : (
    <Badge tone="warn">{t('Draft')}</Badge>
  );
}
