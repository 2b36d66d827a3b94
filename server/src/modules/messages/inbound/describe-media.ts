import type { MediaItem } from '../../../providers/interfaces/messaging-carrier.ts';

/** Placeholder text of an attachment in the conversation. */
export function describeMedia({ contentType, fileName }: MediaItem): string {
  return fileName === null ? `[attachment: ${contentType}]` : `[attachment: ${fileName}, ${contentType}]`;
}
