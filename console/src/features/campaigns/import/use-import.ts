import { useEffect, useRef, useState } from 'react';
import { type ImportReport, type ImportSettings, importLeads } from '../../../data/leads.ts';
import { randomId } from '../../../lib/random-id.ts';
import { useRefresh } from '../use-refresh.ts';

/** Where an import stands. */
export type ImportStep =
  | { name: 'choosing' }
  /** `sent` of `total` bytes have left; once all have, the server reads its rows. */
  | { name: 'sending'; file: File; isDryRun: boolean; sent: number; total: number }
  /** What would happen; nothing is stored. */
  | { name: 'checked'; file: File; settings: ImportSettings; report: ImportReport }
  | { name: 'refused'; file: File; error: unknown }
  | { name: 'done'; report: ImportReport };

interface Import {
  step: ImportStep;
  /** Says what an import of the file would come to. */
  check: (file: File) => void;
  /** Stores what was checked, read as it was then. */
  store: () => void;
  /** Gives up what is on its way. */
  cancel: () => void;
}

/** A file's way into leads: a dry run first, then the import, each streamed from the disk. */
export function useImport(campaignId: string, settings: ImportSettings): Import {
  const refresh = useRefresh();
  const [step, setStep] = useState<ImportStep>({ name: 'choosing' });
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  const send = async (file: File, used: ImportSettings, isDryRun: boolean): Promise<void> => {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    const isCurrent = (): boolean => running.current === controller && !controller.signal.aborted;
    setStep({ name: 'sending', file, isDryRun, sent: 0, total: file.size });
    try {
      const report = await importLeads(campaignId, file, {
        settings: { ...used, dry_run: isDryRun },
        onProgress: (sent, total) => {
          if (isCurrent()) setStep({ name: 'sending', file, isDryRun, sent, total });
        },
        signal: controller.signal,
        idempotencyKey: randomId(),
      });
      if (isCurrent())
        setStep(isDryRun ? { name: 'checked', file, settings: used, report } : { name: 'done', report });
      if (!isDryRun) await refresh();
    } catch (error) {
      if (isCurrent()) setStep({ name: 'refused', file, error });
    }
  };
  return {
    step,
    check: (file) => void send(file, settings, true),
    store: () => step.name === 'checked' && void send(step.file, step.settings, false),
    cancel: () => {
      running.current?.abort();
      setStep({ name: 'choosing' });
    },
  };
}
