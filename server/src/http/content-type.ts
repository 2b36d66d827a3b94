/**
 * The content type by which a body is read: whatever a client calls it, malformed or not, a body that is
 * not multipart/form-data is JSON. Media types know no upper case, boundaries do.
 */
export function readableContentType(header: string): string {
  const upload = /^\s*multipart\/form-data(?=\s*(;|$))/i.exec(header);
  return upload === null ? 'application/json' : `multipart/form-data${header.slice(upload[0].length)}`;
}

export function isMultipart(header: string | undefined): boolean {
  return header !== undefined && readableContentType(header).startsWith('multipart/');
}
