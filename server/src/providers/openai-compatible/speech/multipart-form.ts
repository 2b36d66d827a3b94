import { randomUUID } from 'node:crypto';

/** A form with one file, as bytes. The boundary is random and the values are ours, so they need no check for it. */
export function multipartForm(
  fields: readonly (readonly [name: string, value: string])[],
  file: { name: string; contentType: string; bytes: Uint8Array },
): { contentType: string; body: Uint8Array } {
  const boundary = `parley-${randomUUID()}`;
  const parts = fields.map(
    ([name, value]) => `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const head =
    `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${file.name}"\r\n` +
    `content-type: ${file.contentType}\r\n\r\n`;
  const body = Buffer.concat([
    Buffer.from(parts.join('') + head),
    file.bytes,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);
  return { contentType: `multipart/form-data; boundary=${boundary}`, body };
}
