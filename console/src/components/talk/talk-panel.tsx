import type { Assistant } from '../../data/assistants.ts';
import { Tabs } from '../layout/tabs.tsx';
import { TestCall } from './call/test-call.tsx';
import { TestChat } from './chat/test-chat.tsx';
import type { ChatPlace } from './chat/use-test-chat.ts';

type Way = 'chat' | 'call';

/** Where a page keeps how one talks, and about what. */
export interface TalkPlace extends ChatPlace {
  way: Way;
  choose(way: Way): void;
}

/** Talks with an assistant as it is saved, by text and by voice. */
export function TalkPanel({ assistant, place }: { assistant: Assistant; place: TalkPlace }) {
  return (
    <section aria-label={`Talk with ${assistant.name}`} className="flex min-h-0 min-w-0 flex-1 flex-col">
      <Tabs
        isFilling
        label="How to talk"
        value={place.way}
        onChange={place.choose}
        tabs={[
          {
            ...{ name: 'chat', label: 'Test chat', isKept: true },
            content: <TestChat assistant={assistant} place={place} />,
          },
          { name: 'call', label: 'Test call', content: <TestCall assistant={assistant} />, isKept: true },
        ]}
      />
    </section>
  );
}
