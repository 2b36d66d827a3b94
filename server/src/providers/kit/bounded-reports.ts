import { storableText } from '../../core/storable.ts';
import type {
  CarrierReport,
  MediaItem,
  MessageChange,
  MessageReference,
} from '../interfaces/messaging-carrier.ts';

/** Far more than carriers use, far less than the limit of PostgreSQL's indexes. */
const MAX_ID = 512;
const MAX_WORDS = 1_000;
const MAX_ADDRESS = 2_048;
const MAX_CONTENT = 65_536;

/** Makes all texts storable and all ids indexable; a report without a usable id becomes unattributed. */
export function boundedReports(reports: readonly CarrierReport[]): CarrierReport[] {
  return reports.map(boundedReport);
}

/** A report that fits no other kind. */
export function unattributed(what: string, said: unknown): CarrierReport {
  return { kind: 'unattributed', what, content: (JSON.stringify(said) ?? '').replaceAll('\\u0000', '') };
}

function boundedReport(report: CarrierReport): CarrierReport {
  switch (report.kind) {
    case 'templates-changed':
    case 'senders-changed':
    // Identities were bounded when they were parsed.
    case 'identity':
    case 'moved':
      return report;
    case 'unattributed':
      return { ...report, what: cut(report.what, MAX_ID), content: cut(report.content, MAX_CONTENT) };
    case 'other-sender':
      return { ...report, reports: boundedReports(report.reports) };
    case 'consent':
      return { ...report, ...boundedIdentity(report) };
    case 'echo':
      return isUsableId(report.providerMessageId) ? boundedEcho(report) : unidentified(report);
    case 'change':
      return boundedChange(report);
    case 'message':
      return isUsableId(report.providerMessageId) ? boundedMessage(report) : unidentified(report);
    case 'status': {
      if (!isUsableId(report.providerMessageId)) return unidentified(report);
      const { error } = report;
      return {
        ...report,
        providerMessageId: storableText(report.providerMessageId),
        reference: cutOrNull(report.reference, MAX_ID),
        error: error && { code: cut(error.code, MAX_ID), text: cutOrNull(error.text, MAX_WORDS) },
      };
    }
  }
}

function boundedMessage(report: Extract<CarrierReport, { kind: 'message' }>): CarrierReport {
  return {
    ...report,
    ...boundedIdentity(report),
    providerMessageId: storableText(report.providerMessageId),
    to: cut(report.to, MAX_ID),
    customerName: cutOrNull(report.customerName, MAX_WORDS),
    text: storableText(report.text),
    about: report.about === null ? null : boundedReference(report.about),
    media: report.media.flatMap(boundedMedia),
  };
}

function boundedReference({ quoted, choice, referral, product, form }: MessageReference): MessageReference {
  const fields = Object.entries(form ?? {});
  return {
    quoted: cutOrNull(quoted, MAX_ID),
    choice: choice && {
      title: cut(choice.title, MAX_WORDS),
      payload: cutOrNull(choice.payload, MAX_WORDS),
      description: cutOrNull(choice.description, MAX_WORDS),
    },
    referral: referral && {
      headline: cutOrNull(referral.headline, MAX_WORDS),
      body: cutOrNull(referral.body, MAX_WORDS),
      url: cutOrNull(referral.url, MAX_ADDRESS),
    },
    product: product && {
      id: cut(product.id, MAX_ID),
      catalog_id: cutOrNull(product.catalog_id, MAX_ID),
    },
    form:
      form && Object.fromEntries(fields.map(([name, value]) => [cut(name, MAX_ID), cut(value, MAX_WORDS)])),
  };
}

function boundedEcho(report: Extract<CarrierReport, { kind: 'echo' }>): CarrierReport {
  return {
    ...report,
    ...boundedIdentity(report),
    providerMessageId: storableText(report.providerMessageId),
    text: storableText(report.text),
    media: report.media.flatMap(boundedMedia),
  };
}

function boundedChange(report: Extract<CarrierReport, { kind: 'change' }>): CarrierReport {
  if (!isUsableId(report.target)) return unidentified(report);
  return {
    ...report,
    ...boundedIdentity(report),
    target: storableText(report.target),
    to: cut(report.to, MAX_ID),
    customerName: cutOrNull(report.customerName, MAX_WORDS),
    change: boundedContent(report.change),
  };
}

/** Some emojis are sequences of a dozen code points. */
const MAX_EMOJI = 50;

function boundedContent(change: MessageChange): MessageChange {
  switch (change.kind) {
    case 'edited':
      return { ...change, text: storableText(change.text) };
    case 'reaction':
      return { ...change, emoji: cutOrNull(change.emoji, MAX_EMOJI) };
    case 'deleted':
      return change;
  }
}

function boundedIdentity({ from, channelUserId }: { from: string | null; channelUserId: string | null }): {
  from: string | null;
  channelUserId: string | null;
} {
  return { from: cutOrNull(from, MAX_ID), channelUserId: cutOrNull(channelUserId, MAX_ID) };
}

function isUsableId(written: string): boolean {
  const id = storableText(written);
  return id !== '' && id.length <= MAX_ID;
}

function unidentified(report: CarrierReport): CarrierReport {
  return boundedReport(unattributed('without a usable id', report));
}

function boundedMedia(media: MediaItem): MediaItem[] {
  // A truncated URL is useless.
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
