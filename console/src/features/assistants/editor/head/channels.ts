import { t } from '../../../../lib/i18n/t.ts';
import type { EditorTab } from '../../search-params.ts';

/** The facts about a saved assistant that decide which channels reach it. */
export interface Reach {
  type: 'inbound' | 'outbound';
  isActive: boolean;
  /** Its phone number; null without one. */
  number: string | null;
  isPublic: boolean;
  /** True after the first chat or call from the website widget. */
  hasWidgetChat: boolean;
  /** Names of the senders that use it and are online. */
  senders: readonly string[];
  /** Names of its running campaigns. */
  campaigns: readonly string[];
}

export interface Channel {
  title: string;
  text: string;
  /** True if customers reach the assistant, or are called by it, over this channel. */
  isLive: boolean;
  /** Where to connect it. */
  to: { tab: EditorTab } | { path: '/messaging' | '/campaigns' };
}

/** The channels of an assistant. It is live if one of them is. */
export function channelsOf(reach: Reach): Channel[] {
  const chat: Channel[] = [
    {
      title: t('Website widget'),
      text: widgetText(reach),
      isLive: reach.isPublic && reach.hasWidgetChat,
      to: { tab: 'chat' },
    },
    {
      title: t('Messaging'),
      text: reach.senders.length > 0 ? reach.senders.join(', ') : t('Choose this assistant in a sender.'),
      isLive: reach.senders.length > 0,
      to: { path: '/messaging' },
    },
  ];
  return [reach.type === 'inbound' ? phone(reach) : campaign(reach), ...chat];
}

function phone({ number, isActive }: Reach): Channel {
  return {
    title: t('Phone number'),
    text: number === null ? t('Choose the number that it answers.') : numberText(number, isActive),
    isLive: number !== null && isActive,
    to: { tab: 'call' },
  };
}

function numberText(number: string, isActive: boolean): string {
  return isActive ? number : t('{number} isn’t answered: the assistant is inactive.', { number });
}

function campaign({ campaigns }: Reach): Channel {
  return {
    title: t('Campaign'),
    text: campaigns.length > 0 ? campaigns.join(', ') : t('Start a campaign with this assistant.'),
    isLive: campaigns.length > 0,
    to: { path: '/campaigns' },
  };
}

function widgetText({ isPublic, hasWidgetChat }: Reach): string {
  if (!isPublic) return t('Turn on public access.');
  return hasWidgetChat ? t('Visitors use the widget.') : t('Paste the script tag into your website.');
}
