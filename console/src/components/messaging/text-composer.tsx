import { SendHorizontal } from 'lucide-react';
import { type FormEvent, type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import { forgetDraft, keepDraft, useDraft } from '../../lib/drafts.ts';
import { t } from '../../lib/i18n/t.ts';
import { isComposing } from '../../lib/is-composing.ts';
import { Button } from '../button.tsx';
import { TextArea } from '../form/input.tsx';
import { CannedList, type CannedText, cannedFor, steppedBy } from './canned-list.tsx';
import { type Unanswered, unansweredWords } from './unanswered.ts';

interface TextComposerProps {
  /** Id of the conversation, as the key of the draft. */
  conversation: string;
  /** Resolves when the message was accepted; the draft stays if it was not. */
  onSend: (text: string) => Promise<unknown>;
  isBusy: boolean;
  mostCharacters: number;
  /** A note above the text field. */
  note?: string | undefined;
  /** A message without a response: it may have been sent. */
  unanswered?: Unanswered | null;
  /** Texts that `/` offers. */
  canned?: readonly CannedText[];
  /** Next to the send button. */
  aside?: ReactNode;
}

/** Writes a message: Enter sends, Shift Enter starts a new line. */
export function TextComposer(props: TextComposerProps) {
  const { conversation, onSend, isBusy, mostCharacters, note, unanswered = null, aside } = props;
  const { canned = [] } = props;
  const draft = useDraft(conversation);
  const id = useId();
  const [at, setAt] = useState(0);
  const [closed, setClosed] = useState<string | null>(null);
  // Escape closes the list until the draft changes.
  const found = closed === draft ? [] : cannedFor(draft, canned);
  const current = Math.min(at, found.length - 1);
  const take = (chosen: CannedText | undefined): void => {
    if (chosen !== undefined) keepDraft(conversation, chosen.text);
    setAt(0);
  };
  const text = draft.trim();
  const doubt = unansweredWords(unanswered, text);
  const isTooLong = text.length > mostCharacters;
  const send = (): void => {
    if (text === '' || isTooLong || isBusy) return;
    onSend(text).then(
      () => forgetDraft(conversation, text),
      // The caller reports the error; keep the draft.
      () => undefined,
    );
  };
  const described = [note && `${id}-note`, doubt && `${id}-doubt`, `${id}-hint`].filter(Boolean).join(' ');
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    send();
  };
  const choose = (event: KeyboardEvent): boolean => {
    if (found.length === 0 || isComposing(event.nativeEvent)) return false;
    const stepped = steppedBy(event, current, found.length);
    if (stepped !== undefined) setAt(stepped);
    else if (event.key === 'Escape') setClosed(draft);
    else if (event.key === 'Enter' || event.key === 'Tab') take(found[current]);
    else return false;
    event.preventDefault();
    return true;
  };
  const press = (event: KeyboardEvent): void => {
    if (choose(event)) return;
    if (event.key !== 'Enter' || event.shiftKey || isComposing(event.nativeEvent)) return;
    event.preventDefault();
    send();
  };
  return (
    <form onSubmit={submit} className="grid gap-2">
      <label htmlFor={id} className="sr-only">
        {t('Message')}
      </label>
      {note !== undefined && (
        <p id={`${id}-note`} className="text-sm">
          {note}
        </p>
      )}
      <p id={`${id}-doubt`} role="status" className="wrap-anywhere text-sm text-warn empty:sr-only">
        {doubt}
      </p>
      {found.length > 0 && <CannedList id={`${id}-canned`} found={found} at={current} onTake={take} />}
      <TextArea
        id={id}
        data-composer
        aria-autocomplete={canned.length > 0 ? 'list' : undefined}
        aria-controls={found.length > 0 ? `${id}-canned` : undefined}
        aria-activedescendant={found.length > 0 ? `${id}-canned-${current}` : undefined}
        rows={2}
        value={draft}
        onChange={(event) => keepDraft(conversation, event.target.value)}
        onKeyDown={press}
        placeholder={t('Write a message')}
        aria-invalid={isTooLong || undefined}
        aria-describedby={described}
        className="max-h-48 min-h-16"
      />
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p id={`${id}-hint`} className={isTooLong ? 'text-bad text-xs' : 'text-ink-soft text-xs'}>
          {isTooLong
            ? t('{count, plural, one {# character too long} other {# characters too long}}', {
                count: text.length - mostCharacters,
              })
            : t('Enter to send, Shift+Enter for a new line.')}
        </p>
        <div className="flex gap-2">
          {aside}
          <Button
            type="submit"
            variant="primary"
            icon={<SendHorizontal />}
            isBusy={isBusy}
            isIdle={text === '' || isTooLong}
          >
            {doubt !== undefined && unanswered?.text === text ? t('Send again') : t('Send')}
          </Button>
        </div>
      </div>
    </form>
  );
}
