import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { maxFileBytes } from '#contract/knowledge.ts';
import { uploadDocument } from '../../../data/knowledge.ts';
import { describeError } from '../../../lib/api/api-error.ts';
import { formatBytes } from '../../../lib/format/format.ts';
import { randomId } from '../../../lib/random-id.ts';

export interface Upload {
  id: string;
  name: string;
  /** In words; null: it is on its way. */
  error: string | null;
}

interface Uploads {
  uploads: readonly Upload[];
  add: (files: readonly File[]) => void;
  dismiss: (id: string) => void;
}

/** Sends files one after the other, each with its own outcome. What has arrived is a document of the list. */
export function useUploads(knowledgebaseId: string): Uploads {
  const queries = useQueryClient();
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const dismiss = (id: string): void => setUploads((all) => all.filter((upload) => upload.id !== id));
  const fail = (id: string, error: string): void => {
    setUploads((all) => all.map((upload) => (upload.id === id ? { ...upload, error } : upload)));
  };
  const send = async (waiting: readonly (Upload & { file: File })[]): Promise<void> => {
    for (const { id, file } of waiting) {
      try {
        await uploadDocument(knowledgebaseId, file);
        dismiss(id);
        await queries.invalidateQueries({ queryKey: ['knowledge'] });
      } catch (error) {
        fail(id, describeError(error));
      }
    }
  };
  const add = (files: readonly File[]): void => {
    const judged = files.map((file) => ({
      id: randomId(),
      name: file.name,
      error: file.size > maxFileBytes ? tooLarge(file.size) : null,
      file,
    }));
    setUploads((all) => [...all, ...judged.map(({ file: _, ...upload }) => upload)]);
    void send(judged.filter(({ error }) => error === null));
  };
  return { uploads, add, dismiss };
}

function tooLarge(bytes: number): string {
  return `${formatBytes(bytes)} is more than the ${formatBytes(maxFileBytes)} that a document may have. Split it, or leave out pictures.`;
}
