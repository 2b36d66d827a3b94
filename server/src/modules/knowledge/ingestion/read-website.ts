import type { ReadResult } from './ingest-document.ts';
import { Superseded } from './superseded.ts';
import type { DocumentWork } from './work-store.ts';
import type { WorkWatch } from './work-watch.ts';

export interface WebsiteParts {
  crawler?: unknown;
}
export async function readWebsite(
  _parts: WebsiteParts,
  _work: DocumentWork,
  _watch: WorkWatch,
): Promise<ReadResult> {
  throw new Superseded();
}
