import { useNavigate, useSearch } from '@tanstack/react-router';
import { useRef } from 'react';
import { createPortal } from 'react-dom';
import { Editable } from '../../../components/editable.tsx';
import { MovedHere, useMovable } from '../../../components/layout/movable.tsx';
import { Tabs } from '../../../components/layout/tabs.tsx';
import type { CallOrder } from '../../../components/talk/call/test-call.tsx';
import type { Assistant } from '../../../data/assistants.ts';
import { useRights } from '../../../data/rights.ts';
import { t } from '../../../lib/i18n/t.ts';
import { useMedia } from '../../../lib/media/use-media.ts';
import { CHOSEN } from '../../../routing/search-change.ts';
import { type EditorTab, editorSearch } from '../search-params.ts';
import { AfterTab } from './after/after-tab.tsx';
import { CallTab } from './call/call-tab.tsx';
import { ChatTab } from './chat/chat-tab.tsx';
import { TAB_LABELS } from './editor-tabs.ts';
import { EstimateCard } from './estimate/estimate-card.tsx';
import type { AssistantValues } from './form/assistant-values.ts';
import { KnowledgeTab } from './knowledge/knowledge-tab.tsx';
import { PromptTab } from './prompt/prompt-tab.tsx';
import { TalkPlace } from './talk-place.tsx';
import { ToolsTab } from './tools/tools-tab.tsx';
import { VariablesTab } from './variables/variables-tab.tsx';
import { VoiceTab } from './voice/voice-tab.tsx';
import { WIDE } from './wide.ts';

interface EditorBodyProps {
  assistant: Assistant;
  onSave: () => void;
  order: CallOrder;
  /** Shown below the settings. */
  children: React.ReactNode;
}

/** The settings on tabs, with the estimate and the test panel next to them on wide screens. */
export function EditorBody({ assistant, onSave, order, children }: EditorBodyProps) {
  const { tab = 'prompt' } = useSearch({ from: '/console/assistants/$assistantId' });
  const navigate = useNavigate();
  const isWide = useMedia(WIDE);
  const talk = useMovable();
  const left = useRef<AssistantValues | null>(null);
  const open = (name: EditorTab): void => {
    void navigate({
      to: '/assistants/$assistantId',
      params: { assistantId: String(assistant.id) },
      search: (before) => editorSearch({ ...before, tab: name === 'prompt' ? undefined : name }),
      ...CHOSEN,
    });
  };
  const { mayChange } = useRights();
  // Tests create conversations and calls.
  const mayTest = mayChange('Conversations');
  const contents: readonly [EditorTab, React.ReactNode][] = [
    ['prompt', <PromptTab key="prompt" />],
    ['knowledge', <KnowledgeTab key="knowledge" assistant={assistant} />],
    ['voice', <VoiceTab key="voice" assistant={assistant} left={left} />],
    ['call', <CallTab key="call" assistant={assistant} />],
    ['tools', <ToolsTab key="tools" assistantId={assistant.id} />],
    ['variables', <VariablesTab key="variables" />],
    ['after', <AfterTab key="after" />],
    ['chat', <ChatTab key="chat" assistant={assistant} />],
    ['talk', <MovedHere key="talk" thing={talk} />],
  ];
  const shown = contents.filter(([name]) => name !== 'talk' || (mayTest && (!isWide || tab === 'talk')));
  // The Talk tab stays mounted, so that a test conversation can be run again after the settings have changed.
  const tabs = shown.map(([name, content]) => ({
    name,
    label: TAB_LABELS[name],
    content: name === 'talk' ? content : <Editable area="Assistants">{content}</Editable>,
    isKept: name === 'talk',
  }));
  return (
    <div className="grid items-start gap-8 xl:grid-cols-[minmax(0,1fr)_20rem] min-[85rem]:grid-cols-[minmax(0,1fr)_23rem]">
      <div className="min-w-0">
        <Tabs label={t('Settings')} tabs={tabs} value={tab} onChange={open} />
        {children}
      </div>
      <aside
        aria-label={t('Estimate and test')}
        className="flex min-w-0 flex-col gap-4 xl:sticky xl:top-4 xl:h-[calc(100dvh-8.5rem)]"
      >
        {/* The test panel comes first and takes the remaining height: its composer and hang-up button are at its end. */}
        {mayTest && isWide && tab !== 'talk' && <MovedHere thing={talk} />}
        <EstimateCard assistant={assistant} />
      </aside>
      {mayTest && createPortal(<TalkPlace assistant={assistant} order={order} onSave={onSave} />, talk)}
    </div>
  );
}
