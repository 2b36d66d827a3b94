import { openAsBlob } from 'node:fs';
import { basename } from 'node:path';

/** A file on disk, read while it is sent. */
export async function fileFromPath(path: string, name: string = basename(path)): Promise<File> {
  return new File([await openAsBlob(path)], name);
}
