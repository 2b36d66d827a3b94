import type { MediaItem } from '../../../providers/interfaces/messaging-carrier.ts';

/** What stands in the conversation for something that is no words. */
export function describeMedia({ contentType, fileName }: MediaItem): string {
  return fileName === null ? `[attachment: ${contentType}]` : `[attachment: ${fileName}, ${contentType}]`;
}
