/** Path of recordings, relative to `/api`. */
export const RECORDING_PATH = '/recordings';

/** The public URL of a recording; the key is the secret. @param key null if nothing was recorded */
export function recordingUrl(origin: string, key: string | null): string | null {
  return key === null ? null : `${origin}/api${RECORDING_PATH}/${key}`;
}
