interface NamedFile {
  contentType: string;
  fileName: string | null;
}

/** The text of a message with placeholders for its attachments. */
export function contentOf(text: string, files: readonly NamedFile[]): string {
  return [text, ...files.map(placeholderOf)].filter((part) => part !== '').join('\n');
}

/** Placeholder text of an attachment in the conversation. */
function placeholderOf({ contentType, fileName }: NamedFile): string {
  return fileName === null ? `[attachment: ${contentType}]` : `[attachment: ${fileName}, ${contentType}]`;
}
