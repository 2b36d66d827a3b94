import { storableText } from '../../core/storable.ts';
import type { CarrierReport, MediaItem } from '../spec/messaging-carrier.ts';

/** Far more than any carrier uses, far less than what an index of PostgreSQL refuses. */
const MAX_ID = 512;
const MAX_WORDS = 1_000;
const MAX_ADDRESS = 2_048;

/** Reports whose texts can be stored and whose ids can be looked up; a report without a usable id is left out. */
export function boundedReports(reports: readonly CarrierReport[]): CarrierReport[] {
  return reports.flatMap(boundedReport);
}

function boundedReport(report: CarrierReport): CarrierReport[] {
  if (report.kind === 'templates-changed') return [report];
  const providerMessageId = storableText(report.providerMessageId);
  if (providerMessageId === '' || providerMessageId.length > MAX_ID) return [];
  if (report.kind === 'message') {
    const message = {
      ...report,
      providerMessageId,
      to: cut(report.to, MAX_ID),
      customerName: cutOrNull(report.customerName, MAX_WORDS),
      text: storableText(report.text),
      media: report.media.flatMap(boundedMedia),
    };
    return [message];
  }
  const { error } = report;
  const bounded = error && { code: cut(error.code, MAX_ID), text: cutOrNull(error.text, MAX_WORDS) };
  return [{ ...report, providerMessageId, reference: cutOrNull(report.reference, MAX_ID), error: bounded }];
}

function boundedMedia(media: MediaItem): MediaItem[] {
  // Half an address leads nowhere.
  if (media.reference.length > MAX_ADDRESS) return [];
  const reference = storableText(media.reference);
  const contentType = cut(media.contentType, MAX_ID);
  return [{ reference, contentType, fileName: cutOrNull(media.fileName, MAX_ID) }];
}

function cut(text: string, length: number): string {
  return storableText(text.slice(0, length));
}

function cutOrNull(text: string | null, length: number): string | null {
  return text === null ? null : cut(text, length);
}
