import { GitCompareArrows, RotateCcw, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { Assistant } from '../../../data/assistants.ts';
import { t } from '../../../lib/i18n/t.ts';
import { scrollToEnd } from '../../../lib/scroll-to-end.ts';
import { useDialogAddress } from '../../../routing/use-dialog-address.ts';
import { Button } from '../../button.tsx';
import { Callout } from '../../feedback/callout.tsx';
import { showError } from '../../feedback/toast-store.ts';
import { GoneDialog } from '../../overlay/gone-dialog.tsx';
import { TALK_DIALOGS } from '../talk-dialogs.ts';
import { Variables } from '../variables.tsx';
import { type Chat, questionsOf } from './chat-state.ts';
import { ChatTurn } from './chat-turn.tsx';
import { CompareDialog } from './compare-dialog.tsx';
import { Composer } from './composer.tsx';
import { useEditedTurn } from './use-edited-turn.ts';
import { type ChatPlace, type TestChat as TestConversation, useTestChat } from './use-test-chat.ts';

/** A free test conversation with the assistant that can be rewound to any turn. */
export function TestChat({ assistant, place }: { assistant: Assistant; place: ChatPlace }) {
  const test = useTestChat(assistant, place);
  const { chat, isBusy } = test;
  const composer = useRef<HTMLTextAreaElement>(null);
  const writing = useEditedTurn(test, composer);
  const dialog = useDialogAddress(TALK_DIALOGS);
  const [isAsked, setAsked] = useState(false);
  const regenerate = async (turn: number): Promise<void> => {
    const question = chat.turns[turn]?.question;
    if (question != null && (await test.rewind(turn))) void test.say(question);
  };
  const begin = (variables: Record<string, unknown>): void => {
    test.begin(variables);
    composer.current?.focus();
  };
  const hasQuestions = questionsOf(chat).length > 0;
  const isLoading = chat.uuid === null && place.uuid !== undefined && chat.error === null;
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-3">
      <div className="flex flex-wrap gap-2">
        <Button size="small" icon={<RotateCcw />} isIdle={isBusy} onClick={() => begin(test.variables)}>
          {chat.uuid === null ? t('Start') : t('Start over')}
        </Button>
        <Variables
          name="chat-variables"
          assistant={assistant}
          values={isLoading ? null : test.variables}
          onApply={begin}
        />
        <Button
          size="small"
          icon={<GitCompareArrows />}
          isIdle={isBusy || !hasQuestions}
          onClick={() => {
            setAsked(true);
            dialog.show('compare');
          }}
        >
          {t('Run again')}
        </Button>
      </div>
      {test.isOutdated && (
        <Callout>
          {t(
            'The assistant has changed since this conversation started. Run it again to compare, or start over.',
          )}
        </Callout>
      )}
      <ChatLog
        chat={chat}
        assistantName={assistant.name}
        isBusy={isBusy}
        editedTurn={writing.place}
        onEdit={writing.edit}
        onRestart={(turn) => void regenerate(turn).catch(showError)}
        onBack={(turn) => void test.rewind(turn)}
        onRetry={test.retry}
        onTryAgain={() => void test.tryAgain().then((said) => said !== null && writing.forget(said))}
      />
      {writing.place !== null && <EditNote onCancel={writing.cancel} />}
      <Composer
        ref={composer}
        value={writing.draft}
        onChange={writing.setDraft}
        isBusy={isBusy}
        onSend={(text) => void writing.send(text).catch(showError)}
        onStop={test.isWaiting ? test.stop : undefined}
        onCancel={writing.place === null ? undefined : writing.cancel}
      />
      {dialog.isOpen('compare') && !isLoading && (
        <Comparison {...{ assistant, test, isAsked }} close={dialog.close} onGone={() => setAsked(false)} />
      )}
    </div>
  );
}

/** Nothing is deleted until the edited message is sent. */
function EditNote({ onCancel }: { onCancel: () => void }) {
  return (
    <div role="status" className="flex items-center gap-2 rounded-lg bg-warn-soft px-3 py-1 text-sm">
      <p className="min-w-0 flex-1">{t('Sending deletes all later messages.')}</p>
      <Button variant="quiet" size="small" icon={<X />} onClick={onCancel}>
        {t('Cancel')}
      </Button>
    </div>
  );
}

interface ComparisonProps {
  assistant: Assistant;
  test: TestConversation;
  /** True if opened with the button, false if by a link or a reload. */
  isAsked: boolean;
  close: () => Promise<void>;
  onGone: () => void;
}

function Comparison({ assistant, test, isAsked, close, onGone }: ComparisonProps) {
  const { chat, variables } = test;
  // biome-ignore lint/correctness/useExhaustiveDependencies: called once, however it is closed.
  useEffect(() => onGone, []);
  // A link may lead to a conversation without questions.
  if (questionsOf(chat).length === 0) return <GoneDialog onClose={close} />;
  return (
    <CompareDialog
      {...{ assistant, variables, isAsked }}
      before={chat}
      onClose={close}
      onTake={(taken) => void close().then(() => test.goOnWith(taken))}
    />
  );
}

interface ChatLogProps {
  chat: Chat;
  assistantName: string;
  isBusy: boolean;
  /** Index of the turn being edited. */
  editedTurn: number | null;
  /** Each takes the index of a turn, which is deleted with all later ones. */
  onEdit: (turn: number) => void;
  onRestart: (turn: number) => void;
  onBack: (turn: number) => void;
  onRetry: () => void;
  /** Retries opening the conversation. */
  onTryAgain: () => void;
}

function ChatLog(props: ChatLogProps) {
  const { chat, assistantName, isBusy, editedTurn, onEdit, onRestart, onBack, onRetry, onTryAgain } = props;
  const end = useRef<HTMLDivElement>(null);
  const last = chat.turns.at(-1)?.answer;
  const grown = `${chat.turns.length} ${last?.text.length ?? 0} ${last?.tools.length ?? 0} ${last?.state ?? ''} ${chat.error ?? ''}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls with new content.
  useEffect(() => scrollToEnd(end.current), [grown]);
  return (
    <div
      data-scroller
      className="h-[clamp(14rem,40vh,38rem)] in-[aside]:h-auto in-[aside]:min-h-16 in-[aside]:flex-1 overflow-y-auto rounded-lg border border-line bg-sunken p-3"
    >
      {chat.turns.length === 0 && chat.error === null && (
        <p className="mx-auto max-w-xs py-10 text-center text-ink-soft text-sm">
          {t(
            'Write to {name} as a customer. Test chats are free and use the last saved version. You can rewind to any turn.',
            { name: assistantName },
          )}
        </p>
      )}
      {/* Not a live region: it would announce every word. The status below announces whole answers. */}
      <div role="log" aria-live="off" aria-label={t('Test conversation')}>
        <ol className="grid grid-cols-[minmax(0,1fr)] gap-4">
          {chat.turns.map((turn, index) => (
            <ChatTurn
              key={turn.key}
              turn={turn}
              isBusy={isBusy}
              isLast={index === chat.turns.length - 1}
              isAtStake={editedTurn !== null && index >= editedTurn}
              onEdit={() => onEdit(index)}
              onRestart={() => onRestart(index)}
              onBack={() => onBack(index + 1)}
              onRetry={onRetry}
            />
          ))}
        </ol>
      </div>
      {chat.error !== null && (
        <div role="alert" className={chat.turns.length === 0 ? '' : 'mt-4'}>
          <Callout kind="bad">
            <p>{chat.error}</p>
            <Button size="small" className="mt-2" isIdle={isBusy} onClick={onTryAgain}>
              {t('Try again')}
            </Button>
          </Callout>
        </div>
      )}
      <div ref={end} />
      <p role="status" className="sr-only">
        {last?.state === 'done' ? `${assistantName}: ${last.text}` : ''}
        {last?.state === 'waiting' ? t('{name} is thinking.', { name: assistantName }) : ''}
      </p>
    </div>
  );
}
