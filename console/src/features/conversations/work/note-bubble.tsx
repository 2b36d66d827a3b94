import { StickyNote, Trash2 } from 'lucide-react';
import { memo } from 'react';
import { IconButton } from '../../../components/button.tsx';
import { IfAllowed } from '../../../components/if-allowed.tsx';
import { deleteNote, type Note } from '../../../data/inbox.ts';
import { formatDateTime } from '../../../lib/format/format.ts';
import { t } from '../../../lib/i18n/t.ts';
import { useWork } from './use-work.ts';

/** An internal note in the thread. */
export const NoteBubble = memo(function NoteBubble({ uuid, note }: { uuid: string; note: Note }) {
  const { run } = useWork();
  return (
    <li className="flex justify-end">
      <div className="w-fit max-w-[min(36rem,88%)] rounded-xl border border-warn/30 border-dashed bg-warn-soft px-3.5 py-2">
        <p className="mb-0.5 flex items-center justify-between gap-4 text-ink-soft text-xs">
          <span className="inline-flex items-center gap-1 font-medium">
            <StickyNote className="size-3.5" aria-hidden />
            {t('Note by {author}', { author: note.author })}
          </span>
          <span className="inline-flex items-center gap-1">
            <time dateTime={note.created_at}>{formatDateTime(note.created_at)}</time>
            <IfAllowed area="Inbox">
              <IconButton
                label={t('Delete note')}
                className="size-6"
                onClick={() => run(() => deleteNote(uuid, note.id), t('Note deleted.'))}
              >
                <Trash2 />
              </IconButton>
            </IfAllowed>
          </span>
        </p>
        <p dir="auto" className="wrap-anywhere whitespace-pre-wrap">
          {note.content}
        </p>
      </div>
    </li>
  );
});
