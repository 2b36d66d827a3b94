import { Pencil, RefreshCw, Undo2 } from 'lucide-react';
import { classNames } from '../../../lib/class-names.ts';
import { t } from '../../../lib/i18n/t.ts';
import { Button, IconButton } from '../../button.tsx';
import { Callout } from '../../feedback/callout.tsx';
import { describeEffort } from './answer-effort.ts';
import type { Answer, Turn } from './chat-state.ts';
import { ToolCard } from './tool-card.tsx';

interface ChatTurnProps {
  turn: Turn;
  isBusy: boolean;
  isLast: boolean;
  /** Dims the turn, because sending the edited message deletes it. */
  isAtStake: boolean;
  onEdit: () => void;
  onRestart: () => void;
  onBack: () => void;
  onRetry: () => void;
}

/** A question and its answer, with buttons to rewind. */
export function ChatTurn(props: ChatTurnProps) {
  const { turn, isBusy, isLast, isAtStake, onEdit, onRestart, onBack, onRetry } = props;
  const { question, answer } = turn;
  return (
    <li
      className={classNames(
        'group grid grid-cols-[minmax(0,1fr)] gap-2',
        isAtStake && 'border-warn border-l-2 pl-2',
      )}
    >
      {question !== null && (
        <div className="grid grid-cols-[minmax(0,1fr)] justify-items-end gap-0.5">
          <p
            dir="auto"
            className="max-w-[88%] wrap-anywhere whitespace-pre-wrap rounded-2xl rounded-br-md bg-accent-soft px-3.5 py-2"
          >
            <span dir="ltr" className="sr-only">
              {t('You:')}
            </span>
            {question}
          </p>
          <div className="flex">
            <IconButton
              label={t('Edit and continue from here')}
              size="small"
              isIdle={isBusy}
              onClick={onEdit}
            >
              <Pencil />
            </IconButton>
            <IconButton label={t('Regenerate answer')} size="small" isIdle={isBusy} onClick={onRestart}>
              <RefreshCw />
            </IconButton>
          </div>
        </div>
      )}
      <div className="grid grid-cols-[minmax(0,1fr)] justify-items-start gap-1.5">
        {answer.tools.map((tool, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: tools keep their order, and may be called twice.
          <ToolCard key={index} tool={tool} />
        ))}
        <AnswerWords answer={answer} onRetry={onRetry} />
        <div className="flex flex-wrap items-center gap-x-2">
          <p className="text-ink-soft text-xs tabular-nums">{describeEffort(answer)}</p>
          {!isLast && (
            <Button variant="quiet" size="small" icon={<Undo2 />} isIdle={isBusy} onClick={onBack}>
              {t('Rewind to here')}
            </Button>
          )}
        </div>
      </div>
    </li>
  );
}

function AnswerWords({ answer, onRetry }: { answer: Answer; onRetry: () => void }) {
  return (
    <>
      {answer.text !== '' && (
        <p
          dir="auto"
          className="max-w-[88%] wrap-anywhere whitespace-pre-wrap rounded-2xl rounded-bl-md border border-line bg-surface px-3.5 py-2"
        >
          <span dir="ltr" className="sr-only">
            {t('Assistant:')}
          </span>
          {answer.text}
        </p>
      )}
      {answer.state === 'waiting' && <ThinkingDots />}
      {answer.state === 'silent' && (
        <Callout>
          {t('A teammate has taken over this conversation, so the assistant does not answer.')}
        </Callout>
      )}
      {answer.state === 'stopped' && (
        <div role="status" className="w-full">
          <Callout>
            <p>{t('Stopped. Select Try again to see the answer if it was finished.')}</p>
            <Button size="small" className="mt-2" onClick={onRetry}>
              {t('Try again')}
            </Button>
          </Callout>
        </div>
      )}
      {answer.state === 'failed' && (
        <div role="alert" className="w-full">
          <Callout kind="bad">
            <p>{answer.error}</p>
            <Button size="small" className="mt-2" onClick={onRetry}>
              {t('Try again')}
            </Button>
          </Callout>
        </div>
      )}
    </>
  );
}

function ThinkingDots() {
  return (
    <p className="flex gap-1 rounded-2xl rounded-bl-md border border-line bg-surface px-3.5 py-3" aria-hidden>
      {['', '[animation-delay:150ms]', '[animation-delay:300ms]'].map((delay) => (
        <span key={delay} className={`size-1.5 animate-pulse rounded-full bg-ink-soft ${delay}`} />
      ))}
    </p>
  );
}
