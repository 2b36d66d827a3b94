import { useEffect, useRef, useState } from 'react';
import { type ImportReport, type ImportSettings, importLeads } from '../../../data/leads.ts';
import { ApiError } from '../../../lib/api/api-error.ts';
import { randomId } from '../../../lib/random-id.ts';
import { useRefresh } from '../use-refresh.ts';

/** An import to run; all retries share the idempotency key. */
interface StoreOrder {
  file: File;
  settings: ImportSettings;
  key: string;
}

/** State of an import. */
export type ImportStep =
  | { name: 'choosing' }
  /** Uploading (bytes); once `sent` reaches `total`, the server reads the rows. */
  | { name: 'sending'; file: File; isDryRun: boolean; sent: number; total: number }
  /** Dry run finished; nothing is stored. */
  | { name: 'checked'; file: File; settings: ImportSettings; report: ImportReport }
  | { name: 'refused'; file: File; error: unknown }
  /** The connection broke, so the import may or may not have been stored. */
  | { name: 'broken'; order: StoreOrder; error: unknown }
  | { name: 'done'; report: ImportReport };

export interface Import {
  step: ImportStep;
  /** Runs a dry run with these settings. */
  check: (file: File, settings: ImportSettings) => void;
  /** Runs the import with the settings of the preview, or retries a broken one. */
  store: () => void;
  /** Aborts the running request. */
  cancel: () => void;
}

/** Imports leads: a dry run first, then the import, both streamed from disk. */
export function useImport(campaignId: string): Import {
  const refresh = useRefresh();
  const [step, setStep] = useState<ImportStep>({ name: 'choosing' });
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  /** @param key idempotency key of the import; null for a dry run */
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
      // Aborting a running import leaves its result unknown: the catch above sets `broken`.
      if (step.name !== 'sending' || step.isDryRun) setStep({ name: 'choosing' });
    },
  };
}

/** A 4xx answer means nothing was stored; any other error leaves the result unknown. */
function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && error.status >= 400 && error.status < 500;
}
