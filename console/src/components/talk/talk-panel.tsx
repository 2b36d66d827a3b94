import { useState } from 'react';
import type { Assistant } from '../../data/assistants.ts';
import { Tabs } from '../layout/tabs.tsx';
import { TestCall } from './call/test-call.tsx';
import { TestChat } from './chat/test-chat.tsx';

type Way = 'chat' | 'call';

/** Talks with an assistant as it is saved, by text and by voice. */
export function TalkPanel({ assistant }: { assistant: Assistant }) {
  const [way, setWay] = useState<Way>('chat');
  return (
    <section aria-label={`Talk with ${assistant.name}`} className="min-w-0">
      <Tabs
        label="How to talk"
        value={way}
        onChange={setWay}
        tabs={[
          { name: 'chat', label: 'Test chat', content: <TestChat assistant={assistant} />, isKept: true },
          { name: 'call', label: 'Test call', content: <TestCall assistant={assistant} />, isKept: true },
        ]}
      />
    </section>
  );
}
