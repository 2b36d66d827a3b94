import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { maxFileBytes } from '#contract/knowledge.ts';
import { tellError } from '../../../components/feedback/toast-store.ts';
import { uploadDocument } from '../../../data/knowledge.ts';
import { ApiError, describeError } from '../../../lib/api/api-error.ts';
import { formatBytes } from '../../../lib/format/format.ts';
import { holdWindow } from '../../../lib/forms/unsaved.ts';
import { randomId } from '../../../lib/random-id.ts';

export interface Upload {
  /** Names the upload to the server too: however often it is sent, it makes one document. */
  id: string;
  name: string;
  /** In words; null: it is on its way. */
  error: string | null;
  /** Whether the same file may arrive if it is sent once more. */
  mayRetry: boolean;
}

interface Uploads {
  uploads: readonly Upload[];
  add: (files: readonly File[]) => void;
  retry: (id: string) => void;
  dismiss: (id: string) => void;
}

interface Sent extends Upload {
  file: File;
}

/**
 * Sends files one after the other, each with its own outcome. What has arrived is a document of the list. It goes on while
 * other pages are looked at, and tells there what was refused.
 */
export function useUploads(knowledgebaseId: string): Uploads {
  const queries = useQueryClient();
  const all = useRef<readonly Sent[]>([]);
  const isShown = useRef(false);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  const [uploads, show] = useState<readonly Upload[]>([]);
  const set = (next: readonly Sent[]): void => {
    all.current = next;
    show(next);
  };
  const dismiss = (id: string): void => set(all.current.filter((upload) => upload.id !== id));
  const change = (id: string, changed: Partial<Upload>): void =>
    set(all.current.map((upload) => (upload.id === id ? { ...upload, ...changed } : upload)));
  const send = async (waiting: readonly Sent[]): Promise<void> => {
    const endHold = holdWindow();
    for (const { id, file } of waiting) {
      try {
        await uploadDocument(knowledgebaseId, file, id);
        dismiss(id);
        await queries.invalidateQueries({ queryKey: ['knowledge'] });
      } catch (error) {
        change(id, { error: describeError(error), mayRetry: isOpen(error) });
        if (!isShown.current)
          tellError(new Error(`“${file.name}” was not uploaded. ${describeError(error)}`));
      }
    }
    endHold();
  };
  const add = (files: readonly File[]): void => {
    const before = all.current;
    const judged = files.map((file) => {
      // Whose answer was lost may have arrived: the same file is the same upload.
      const lost = before.find((upload) => upload.mayRetry && isSameFile(upload.file, file));
      const error = file.size > maxFileBytes ? tooLarge(file.size) : null;
      return { id: lost?.id ?? randomId(), name: file.name, error, mayRetry: false, file };
    });
    const ids = new Set(judged.map(({ id }) => id));
    set([...before.filter(({ id }) => !ids.has(id)), ...judged]);
    void send(judged.filter(({ error }) => error === null));
  };
  const retry = (id: string): void => {
    const again = all.current.filter((upload) => upload.id === id);
    change(id, { error: null, mayRetry: false });
    void send(again);
  };
  return { uploads, add, retry, dismiss };
}

/** What the server has refused stays refused; what got no answer, or one of a moment, does not. */
function isOpen(error: unknown): boolean {
  if (!(error instanceof ApiError)) return true;
  return error.status === 0 || error.status >= 500 || [401, 408, 409, 429].includes(error.status);
}

function isSameFile(one: File, other: File): boolean {
  return one.name === other.name && one.size === other.size && one.lastModified === other.lastModified;
}

function tooLarge(bytes: number): string {
  return `${formatBytes(bytes)} is more than the ${formatBytes(maxFileBytes)} that a document may have. Split it, or leave out pictures.`;
}
