/** Relative to `/api`. */
export const RECORDING_PATH = '/recordings';

/** Where a recording is heard; whoever has the address may. @param key null: nothing was recorded */
export function recordingUrl(origin: string, key: string | null): string | null {
  return key === null ? null : `${origin}/api${RECORDING_PATH}/${key}`;
}
