import { Eye, Pencil } from 'lucide-react';
import { t } from '../../../lib/i18n/t.ts';
import { usePresence } from './use-presence.ts';

/** Teammates who have the conversation open: “Anna is viewing”, “Anna is typing”. */
export function PresenceNote({ uuid }: { uuid: string }) {
  const others = usePresence(uuid);
  return (
    <p role="status" className="flex flex-wrap gap-x-3 text-info text-sm empty:sr-only">
      {others.map(({ person, is_typing: isTyping }) => (
        <span key={person.id} className="inline-flex items-center gap-1">
          {isTyping ? <Pencil className="size-3.5" aria-hidden /> : <Eye className="size-3.5" aria-hidden />}
          {isTyping
            ? t('{name} is typing', { name: person.name })
            : t('{name} is viewing', { name: person.name })}
        </span>
      ))}
    </p>
  );
}
