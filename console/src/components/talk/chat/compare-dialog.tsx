import { useEffect, useReducer, useState } from 'react';
import type { Assistant } from '../../../data/assistants.ts';
import { t } from '../../../lib/i18n/t.ts';
import { Badge } from '../../badge.tsx';
import { Button } from '../../button.tsx';
import { Callout } from '../../feedback/callout.tsx';
import { Dialog } from '../../overlay/dialog.tsx';
import { describeEffort } from './answer-effort.ts';
import { replayChat } from './chat-driver.ts';
import { type Answer, type Chat, EMPTY_CHAT, nextChat, questionsOf } from './chat-state.ts';
import { type CompareRow, compareRows } from './compare-rows.ts';
import { ToolCard } from './tool-card.tsx';
import { diffWords } from './words-diff.ts';

interface CompareDialogProps {
  assistant: Assistant;
  before: Chat;
  variables: Record<string, unknown>;
  /** Runs immediately; otherwise only on a press, because every run costs model requests. */
  isAsked: boolean;
  onClose: () => void;
  /** Continues with the new conversation. */
  onTake: (chat: Chat) => void;
}

const VERDICTS = {
  same: { tone: 'neutral', text: t('Same') },
  changed: { tone: 'warn', text: t('Changed') },
  waiting: { tone: 'info', text: t('Waiting…') },
} as const;

/** Replays the questions with the saved assistant and shows both conversations side by side. */
export function CompareDialog(props: CompareDialogProps) {
  const { assistant, before, variables, onClose, onTake } = props;
  const [isBegun, setBegun] = useState(props.isAsked);
  const [after, emit] = useReducer(nextChat, EMPTY_CHAT);
  const [isOver, setOver] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: replays once, with the conversation at the time it opened.
  useEffect(() => {
    if (!isBegun) return undefined;
    const leaving = new AbortController();
    const { signal } = leaving;
    const opening = { assistantUuid: assistant.uuid, variables };
    void replayChat(opening, questionsOf(before), { emit, signal }).then(
      () => signal.aborted || setOver(true),
    );
    return () => leaving.abort();
  }, [isBegun]);
  const rows = compareRows(before.turns, after.turns);
  const changed = rows.filter(({ verdict }) => verdict === 'changed').length;
  return (
    <Dialog
      isOpen
      onClose={onClose}
      shape="wide"
      title={t('Compare answers')}
      text={t('Left: previous answers. Right: answers with the saved settings.')}
      actions={
        <>
          <Button onClick={onClose}>{t('Keep the old answers')}</Button>
          {isBegun ? (
            <Button variant="primary" isIdle={!isOver || after.uuid === null} onClick={() => onTake(after)}>
              {t('Continue with the new answers')}
            </Button>
          ) : (
            <Button variant="primary" onClick={() => setBegun(true)}>
              {t('Run again')}
            </Button>
          )}
        </>
      }
    >
      <p role="status" className="mb-3 text-ink-soft text-sm">
        {!isBegun && t('Comparisons aren’t stored. Run it again to see new answers.')}
        {isBegun && !isOver && t('Asking the assistant again…')}
        {isOver && t('Done: {changed} of {count} answers changed.', { changed, count: rows.length })}
      </p>
      {after.error !== null && (
        <div role="alert" className="mb-3">
          <Callout kind="bad">{after.error}</Callout>
        </div>
      )}
      <ol aria-label={t('Both conversations')} className="grid gap-5">
        {rows.map((row) => (
          <ComparedTurn key={row.key} row={row} isBegun={isBegun} isOver={isOver} />
        ))}
      </ol>
    </Dialog>
  );
}

function ComparedTurn({ row, isBegun, isOver }: { row: CompareRow; isBegun: boolean; isOver: boolean }) {
  const { tone, text } = VERDICTS[row.verdict];
  const isMissing = row.verdict === 'waiting' && (isOver || !isBegun);
  return (
    <li className="grid gap-2">
      <div className="flex items-start justify-between gap-3">
        <p
          dir="auto"
          className="wrap-anywhere whitespace-pre-wrap rounded-lg bg-accent-soft px-3 py-1.5 text-sm"
        >
          {row.question ?? t('Greeting')}
        </p>
        {isMissing ? <Badge>{t('Not asked')}</Badge> : <Badge tone={tone}>{text}</Badge>}
      </div>
      <div className="grid gap-2 sm:grid-cols-2">
        <ComparedAnswer side="Before" answer={row.before} other={row.after} leavesOut="added" />
        <ComparedAnswer side="Now" answer={row.after} other={row.before} leavesOut="removed" />
      </div>
    </li>
  );
}

interface ComparedAnswerProps {
  side: 'Before' | 'Now';
  answer: Answer | null;
  other: Answer | null;
  leavesOut: 'added' | 'removed';
}

function ComparedAnswer({ side, answer, other, leavesOut }: ComparedAnswerProps) {
  return (
    <div className="grid content-start gap-2 rounded-lg border border-line bg-surface px-3 py-2 text-sm">
      <p className="font-medium text-ink-soft text-xs">{side}</p>
      {answer?.tools.map((tool, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: tools keep their order, and may be called twice.
        <ToolCard key={index} tool={tool} />
      ))}
      {answer !== null && <ComparedWords answer={answer} other={other} leavesOut={leavesOut} />}
      {answer?.state === 'failed' && <Callout kind="bad">{answer.error}</Callout>}
      {answer !== null && <p className="text-ink-soft text-xs tabular-nums">{describeEffort(answer)}</p>}
    </div>
  );
}

/** Complete answers are compared; an answer still streaming is shown as it is. */
function ComparedWords({
  answer,
  other,
  leavesOut,
}: Omit<ComparedAnswerProps, 'side' | 'answer'> & { answer: Answer }) {
  if (answer.state !== 'done' || other?.state !== 'done') {
    return (
      <p dir="auto" className="wrap-anywhere whitespace-pre-wrap">
        {answer.text}
      </p>
    );
  }
  const [before, after] = leavesOut === 'added' ? [answer.text, other.text] : [other.text, answer.text];
  return (
    <p dir="auto" className="wrap-anywhere whitespace-pre-wrap">
      {diffWords(before, after)
        .filter(({ kind }) => kind !== leavesOut)
        .map(({ text, kind }, index) => {
          const key = `${index}`;
          if (kind === 'removed')
            return (
              <del key={key} className="bg-bad-soft text-bad">
                {text}
              </del>
            );
          if (kind === 'added')
            return (
              <ins key={key} className="bg-good-soft text-good">
                {text}
              </ins>
            );
          return <span key={key}>{text}</span>;
        })}
    </p>
  );
}
