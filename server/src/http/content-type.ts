/**
 * The content type used to parse a body: everything except multipart/form-data is JSON, even with a wrong or malformed
 * header. Media types are case-insensitive, boundaries are not.
 */
export function readableContentType(header: string): string {
  const upload = /^\s*multipart\/form-data(?=\s*(;|$))/i.exec(header);
  return upload === null ? 'application/json' : `multipart/form-data${header.slice(upload[0].length)}`;
}

export function isMultipart(header: string | undefined): boolean {
  return header !== undefined && readableContentType(header).startsWith('multipart/');
}
