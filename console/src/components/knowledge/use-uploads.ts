import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { maxFileBytes } from '#contract/knowledge.ts';
import { uploadDocument } from '../../data/knowledge.ts';
import { ApiError, describeError } from '../../lib/api/api-error.ts';
import { formatBytes } from '../../lib/format/format.ts';
import { holdWindow } from '../../lib/forms/unsaved.ts';
import { t } from '../../lib/i18n/t.ts';
import { randomId } from '../../lib/random-id.ts';
import { showError } from '../feedback/toast-store.ts';

export interface Upload {
  /** Also the idempotency key: retries create only one document. */
  id: string;
  name: string;
  /** Null while uploading. */
  error: string | null;
  /** Whether a retry may succeed. */
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
 * Uploads files one after the other. Uploads continue when the user leaves the page; errors are then shown as toasts.
 * @param target returns the id of the knowledge base, and may create it first
 */
export function useUploads(target: () => string | Promise<string>): Uploads {
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
        await uploadDocument(await target(), file, id);
        dismiss(id);
        await queries.invalidateQueries({ queryKey: ['knowledge'] });
      } catch (error) {
        change(id, { error: describeError(error), mayRetry: mayRetryAfter(error) });
        if (!isShown.current)
          showError(
            new Error(
              t('“{name}” was not uploaded. {error}', { name: file.name, error: describeError(error) }),
            ),
          );
      }
    }
    endHold();
  };
  const add = (files: readonly File[]): void => {
    const before = all.current;
    const added = files.map((file) => {
      // A lost answer may belong to a stored document, so the same file reuses its key.
      const lost = before.find((upload) => upload.mayRetry && isSameFile(upload.file, file));
      const error = file.size > maxFileBytes ? tooLarge(file.size) : null;
      return { id: lost?.id ?? randomId(), name: file.name, error, mayRetry: false, file };
    });
    const ids = new Set(added.map(({ id }) => id));
    set([...before.filter(({ id }) => !ids.has(id)), ...added]);
    void send(added.filter(({ error }) => error === null));
  };
  const retry = (id: string): void => {
    const again = all.current.filter((upload) => upload.id === id);
    change(id, { error: null, mayRetry: false });
    void send(again);
  };
  return { uploads, add, retry, dismiss };
}

/** Network and temporary server errors may be retried; refusals may not. */
function mayRetryAfter(error: unknown): boolean {
  if (!(error instanceof ApiError)) return true;
  return error.status === 0 || error.status >= 500 || [401, 408, 409, 429].includes(error.status);
}

function isSameFile(one: File, other: File): boolean {
  return one.name === other.name && one.size === other.size && one.lastModified === other.lastModified;
}

function tooLarge(bytes: number): string {
  return t('The file is {size}; the limit is {limit}. Split it or remove images.', {
    size: formatBytes(bytes),
    limit: formatBytes(maxFileBytes),
  });
}
