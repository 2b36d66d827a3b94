import { useEffect, useRef, useState } from 'react';
import { type ImportReport, type ImportSettings, importLeads } from '../../../data/leads.ts';
import { ApiError } from '../../../lib/api/api-error.ts';
import { randomId } from '../../../lib/random-id.ts';
import { useRefresh } from '../use-refresh.ts';

/** What was checked and is to be stored, under one name for all tries. */
interface StoreOrder {
  file: File;
  settings: ImportSettings;
  key: string;
}

/** Where an import stands. */
export type ImportStep =
  | { name: 'choosing' }
  /** `sent` of `total` bytes have left; once all have, the server reads its rows. */
  | { name: 'sending'; file: File; isDryRun: boolean; sent: number; total: number }
  /** What would happen; nothing is stored. */
  | { name: 'checked'; file: File; settings: ImportSettings; report: ImportReport }
  | { name: 'refused'; file: File; error: unknown }
  /** It broke off: what was checked may be stored, or a part of the way there. */
  | { name: 'broken'; order: StoreOrder; error: unknown }
  | { name: 'done'; report: ImportReport };

export interface Import {
  step: ImportStep;
  /** Says what an import of the file would come to, read in this way. */
  check: (file: File, settings: ImportSettings) => void;
  /** Stores what was checked, read as it was then; once more, where that broke off. */
  store: () => void;
  /** Gives up what is on its way. */
  cancel: () => void;
}

/** A file's way into leads: a dry run first, then the import, each streamed from the disk. */
export function useImport(campaignId: string): Import {
  const refresh = useRefresh();
  const [step, setStep] = useState<ImportStep>({ name: 'choosing' });
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  /** @param key names the order to store; null: it is only a check */
  const send = async (file: File, used: ImportSettings, key: string | null): Promise<void> => {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    const isDryRun = key === null;
    const isCurrent = (): boolean => running.current === controller && !controller.signal.aborted;
    setStep({ name: 'sending', file, isDryRun, sent: 0, total: file.size });
    const breakOff = (order: StoreOrder, error: unknown): void => {
      setStep({ name: 'broken', order, error });
      void refresh();
    };
    try {
      const report = await importLeads(campaignId, file, {
        settings: { ...used, dry_run: isDryRun },
        onProgress: (sent, total) => {
          if (isCurrent()) setStep({ name: 'sending', file, isDryRun, sent, total });
        },
        signal: controller.signal,
        idempotencyKey: key ?? randomId(),
      });
      if (isCurrent())
        setStep(isDryRun ? { name: 'checked', file, settings: used, report } : { name: 'done', report });
      if (!isDryRun) await refresh();
    } catch (error) {
      if (running.current !== controller) return;
      if (key !== null && !isRefusal(error)) breakOff({ file, settings: used, key }, error);
      else if (isCurrent()) setStep({ name: 'refused', file, error });
    }
  };
  return {
    step,
    check: (file, settings) => void send(file, settings, null),
    store: () => {
      if (step.name === 'checked') void send(step.file, step.settings, randomId());
      if (step.name === 'broken') void send(step.order.file, step.order.settings, step.order.key);
    },
    cancel: () => {
      running.current?.abort();
      // Giving up on what is being stored leaves the question whether it was.
      if (step.name !== 'sending' || step.isDryRun) setStep({ name: 'choosing' });
    },
  };
}

/** The server has said no, so that nothing was stored; all else leaves it open. */
function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && error.status >= 400 && error.status < 500;
}
