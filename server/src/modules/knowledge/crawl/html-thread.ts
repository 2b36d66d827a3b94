import { Worker } from 'node:worker_threads';
import type { Clock } from '../../../core/clock.ts';
import { type HtmlPage, htmlToMarkdown } from './html.ts';

/** Longer pages are converted in a worker thread; shorter ones take a few milliseconds. */
const maxInlineLength = 100_000;
const threadMemoryMb = 256;
const threadTimeoutMs = 15_000;

/**
 * `htmlToMarkdown`, which converts large pages in a worker thread with time and memory limits. Returns null if a page
 * exceeds them. Rejects with the signal's reason when aborted.
 */
export async function readHtml(
  html: string,
  url: string,
  stop: { clock: Clock; signal: AbortSignal },
): Promise<HtmlPage | null> {
  if (html.length <= maxInlineLength) return htmlToMarkdown(html, url);
  const worker = new Worker(new URL('./html.worker.ts', import.meta.url), {
    workerData: { html, url },
    resourceLimits: { maxOldGenerationSizeMb: threadMemoryMb },
  });
  const finished = new AbortController();
  const signal = AbortSignal.any([stop.signal, finished.signal]);
  try {
    return await Promise.race([
      firstMessage(worker),
      stop.clock.sleep(threadTimeoutMs, signal).then(() => null),
    ]);
  } finally {
    finished.abort();
    await worker.terminate();
  }
}

function firstMessage(worker: Worker): Promise<HtmlPage | null> {
  return new Promise((resolve, reject) => {
    worker.once('message', (page: HtmlPage) => resolve(page));
    worker.once('error', (error: Error & { code?: string }) => {
      if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') resolve(null);
      else reject(error);
    });
    worker.once('exit', () => resolve(null));
  });
}
