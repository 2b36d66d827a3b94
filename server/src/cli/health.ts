import { request } from 'undici';
import { z } from 'zod';

const healthAnswer = z.object({ status: z.literal('ok'), version: z.string() });

const PATIENCE_MS = 2000;

/** Version of a healthy Parley server at this address; otherwise null. @param address `http://host:port` */
export async function versionAt(address: string): Promise<string | null> {
  try {
    const limits = { headersTimeout: PATIENCE_MS, bodyTimeout: PATIENCE_MS };
    const { statusCode, body } = await request(`${address}/api/health`, limits);
    const health = healthAnswer.safeParse(await body.json());
    return statusCode === 200 && health.success ? health.data.version : null;
  } catch {
    return null;
  }
}
