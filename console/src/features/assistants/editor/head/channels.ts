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
      title: 'Website widget',
      text: widgetText(reach),
      isLive: reach.isPublic && reach.hasWidgetChat,
      to: { tab: 'chat' },
    },
    {
      title: 'Messaging',
      text: reach.senders.length > 0 ? reach.senders.join(', ') : 'Choose this assistant in a sender.',
      isLive: reach.senders.length > 0,
      to: { path: '/messaging' },
    },
  ];
  return [reach.type === 'inbound' ? phone(reach) : campaign(reach), ...chat];
}

function phone({ number, isActive }: Reach): Channel {
  const text = isActive ? number : `${number} isn’t answered: the assistant is inactive.`;
  return {
    title: 'Phone number',
    text: number === null || text === null ? 'Choose the number that it answers.' : text,
    isLive: number !== null && isActive,
    to: { tab: 'call' },
  };
}

function campaign({ campaigns }: Reach): Channel {
  return {
    title: 'Campaign',
    text: campaigns.length > 0 ? campaigns.join(', ') : 'Start a campaign with this assistant.',
    isLive: campaigns.length > 0,
    to: { path: '/campaigns' },
  };
}

function widgetText({ isPublic, hasWidgetChat }: Reach): string {
  if (!isPublic) return 'Turn on public access.';
  return hasWidgetChat ? 'Visitors use the widget.' : 'Paste the script tag into your website.';
}
