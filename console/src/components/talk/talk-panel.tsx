import type { Assistant } from '../../data/assistants.ts';
import { t } from '../../lib/i18n/t.ts';
import { Tabs } from '../layout/tabs.tsx';
import { type CallOrder, TestCall } from './call/test-call.tsx';
import { TestChat } from './chat/test-chat.tsx';
import type { ChatPlace } from './chat/use-test-chat.ts';

type Way = 'chat' | 'call';

/** Where a page stores the channel and the conversation. */
export interface TalkPlace extends ChatPlace {
  way: Way;
  choose(way: Way): void;
}

interface TalkPanelProps {
  assistant: Assistant;
  place: TalkPlace;
  order: CallOrder;
}

/** Tests the saved assistant by chat and by call. */
export function TalkPanel({ assistant, place, order }: TalkPanelProps) {
  return (
    <section
      aria-label={t('Test {name}', { name: assistant.name })}
      className="flex min-h-0 min-w-0 flex-1 flex-col"
    >
      <Tabs
        isFilling
        label={t('Channel')}
        value={place.way}
        onChange={place.choose}
        tabs={[
          {
            name: 'chat',
            label: t('Test chat'),
            isKept: true,
            content: <TestChat assistant={assistant} place={place} />,
          },
          {
            name: 'call',
            label: t('Test call'),
            content: <TestCall assistant={assistant} order={order} />,
            isKept: true,
          },
        ]}
      />
    </section>
  );
}
