/** A file to upload. `File` has a name, which the server keeps. */
export type Uploadable = Blob;

/** A file from bytes, text or a stream, for runtimes without one on disk. Node has `fileFromPath` in `@parley/sdk/node`. */
export async function toFile(
  content: Blob | string | Uint8Array<ArrayBuffer> | ArrayBuffer | AsyncIterable<Uint8Array<ArrayBuffer>>,
  name: string,
): Promise<File> {
  if (typeof content === 'string' || content instanceof Blob) return new File([content], name);
  if (content instanceof ArrayBuffer) return new File([new Uint8Array(content)], name);
  if (content instanceof Uint8Array) return new File([content], name);
  const parts: Uint8Array<ArrayBuffer>[] = [];
  for await (const part of content) parts.push(part);
  return new File(parts, name);
}

/** The fields as a form with files. */
export function formOf(fields: Readonly<Record<string, unknown>>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined || value === null) continue;
    if (value instanceof File) form.append(name, value, value.name);
    else if (value instanceof Blob) form.append(name, value, 'file');
    else form.append(name, typeof value === 'object' ? JSON.stringify(value) : String(value));
  }
  return form;
}

export function hasFile(fields: Readonly<Record<string, unknown>>): boolean {
  return Object.values(fields).some((value) => value instanceof Blob);
}
