import type { FastifyInstance } from 'fastify';
import { AppError, messageOf } from '../core/errors.ts';

/** @throws AppError `unavailable`, naming the wrong variable */
export async function listen(
  app: FastifyInstance,
  { host, port }: { host: string; port: number },
): Promise<void> {
  try {
    await app.listen({ host, port });
  } catch (error) {
    const text = refusal(codeOf(error), { host, port });
    if (text === null) throw error;
    throw new AppError('unavailable', text, { cause: error });
  }
}

/** Advice for a failed listen; null when no setting can fix it. */
function refusal(code: string, { host, port }: { host: string; port: number }): string | null {
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} is already in use by another program. Stop it, or set PORT to another number.`;
    case 'EACCES':
      return `This OS user is not allowed to listen on port ${port}. Set PORT to 1024 or higher.`;
    case 'EADDRNOTAVAIL':
      return `PARLEY_HOST: ${host} is not an address of this machine. Set one of its addresses, or 0.0.0.0 for all of them.`;
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `PARLEY_HOST: the host name ${host} could not be resolved. Set an address of this machine, or 0.0.0.0 for all of them.`;
    default:
      return null;
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : messageOf(error);
}
