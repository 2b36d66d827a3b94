import { useQuery } from '@tanstack/react-query';
import { Plus, X } from 'lucide-react';
import { type FormEvent, useId, useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { Input } from '../../../components/form/input.tsx';
import type { Conversation } from '../../../data/conversations.ts';
import { inboxChoicesQuery, setTags } from '../../../data/inbox.ts';
import { t } from '../../../lib/i18n/t.ts';
import { useWork } from './use-work.ts';

const LONGEST_TAG = 40;

/** The tags of a conversation, with a field to add one. */
export function Tags({ conversation }: { conversation: Conversation }) {
  const { tags } = conversation.inbox;
  const { run } = useWork();
  const [isAdding, setAdding] = useState(false);
  const save = (next: readonly string[]): void => run(() => setTags(conversation.id, next));
  return (
    <div className="flex min-h-8 flex-wrap items-center gap-1.5">
      {tags.length > 0 && (
        <ul aria-label={t('Tags')} className="flex flex-wrap gap-1.5">
          {tags.map((tag) => (
            <li
              key={tag}
              dir="auto"
              className="inline-flex items-center gap-1 rounded-full bg-sunken px-2 py-0.5 text-ink-soft text-xs"
            >
              {tag}
              <button
                type="button"
                aria-label={t('Remove tag {tag}', { tag })}
                className="rounded-full p-0.5 hover:bg-line"
                onClick={() => save(tags.filter((one) => one !== tag))}
              >
                <X className="size-3" aria-hidden />
              </button>
            </li>
          ))}
        </ul>
      )}
      {isAdding ? (
        <NewTag
          onDone={(tag) => {
            setAdding(false);
            if (tag !== '') save([...tags, tag]);
          }}
        />
      ) : (
        <Button variant="quiet" size="small" icon={<Plus />} onClick={() => setAdding(true)}>
          {t('Add tag')}
        </Button>
      )}
    </div>
  );
}

function NewTag({ onDone }: { onDone: (tag: string) => void }) {
  const { data: choices } = useQuery(inboxChoicesQuery);
  const [text, setText] = useState('');
  const id = useId();
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    onDone(text.trim());
  };
  return (
    <form onSubmit={submit} className="flex gap-1.5">
      <Input
        aria-label={t('New tag')}
        className="h-8 w-36"
        list={id}
        maxLength={LONGEST_TAG}
        autoFocus
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onDone('');
        }}
      />
      <datalist id={id}>
        {choices?.tags.map((tag) => (
          <option key={tag} value={tag} />
        ))}
      </datalist>
      <Button type="submit" size="small">
        {t('Add')}
      </Button>
    </form>
  );
}
