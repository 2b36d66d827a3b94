import { StickyNote } from 'lucide-react';
import { type FormEvent, type KeyboardEvent, useId, useRef } from 'react';
import { Button } from '../../../components/button.tsx';
import { TextArea } from '../../../components/form/input.tsx';
import { writeNote } from '../../../data/inbox.ts';
import { forgetDraft, keepDraft, useDraft } from '../../../lib/drafts.ts';
import { t } from '../../../lib/i18n/t.ts';
import { isComposing } from '../../../lib/is-composing.ts';
import { randomId } from '../../../lib/random-id.ts';
import { useWork } from './use-work.ts';

const MOST_CHARACTERS = 4096;

/** Writes an internal note. */
export function NoteForm({ uuid, onClose }: { uuid: string; onClose: () => void }) {
  const place = `${uuid}.note`;
  const draft = useDraft(place);
  const text = draft.trim();
  const id = useId();
  const { run, isBusy } = useWork();
  /** The key of each text, so that a second attempt stores no second note. */
  const attempt = useRef({ text: '', key: '' });
  const isTooLong = text.length > MOST_CHARACTERS;
  const save = (): void => {
    if (text === '' || isTooLong || isBusy) return;
    if (attempt.current.text !== text) attempt.current = { text, key: randomId() };
    run(async () => {
      await writeNote(uuid, text, attempt.current.key);
      forgetDraft(place, text);
      onClose();
    });
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    save();
  };
  const press = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') onClose();
    if (event.key !== 'Enter' || event.shiftKey || isComposing(event.nativeEvent)) return;
    event.preventDefault();
    save();
  };
  return (
    <form onSubmit={submit} className="grid gap-2 rounded-lg border border-warn/30 bg-warn-soft p-3">
      <label htmlFor={id} className="font-medium text-sm">
        {t('Internal note')}
      </label>
      <TextArea
        id={id}
        rows={2}
        autoFocus
        value={draft}
        onChange={(event) => keepDraft(place, event.target.value)}
        onKeyDown={press}
        aria-invalid={isTooLong || undefined}
        aria-describedby={`${id}-hint`}
        className="max-h-48 min-h-16"
      />
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p id={`${id}-hint`} className={isTooLong ? 'text-bad text-xs' : 'text-ink-soft text-xs'}>
          {isTooLong
            ? t('{count, plural, one {# character too long} other {# characters too long}}', {
                count: text.length - MOST_CHARACTERS,
              })
            : t('Only your team sees notes.')}
        </p>
        <div className="flex gap-2">
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button type="submit" icon={<StickyNote />} isBusy={isBusy} isIdle={text === '' || isTooLong}>
            {t('Save note')}
          </Button>
        </div>
      </div>
    </form>
  );
}
