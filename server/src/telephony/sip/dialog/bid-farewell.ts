import { Credentials } from '../auth/credentials.ts';
import type { Stack } from '../stack.ts';
import { Dialog } from './dialog.ts';
import { readFarewell } from './farewell.ts';

/**
 * Hangs up the call of a process that is gone; a second time does no harm.
 * @returns false: nobody could be told, or `text` is none of ours. Never rejects.
 */
export async function bidFarewell(stack: Stack, text: string): Promise<boolean> {
  const farewell = readFarewell(text);
  if (farewell === null) return false;
  try {
    const { flow } = await stack.routes.wayAt(farewell.target);
    const dialog = new Dialog(stack, farewell.dialog, { credentials: new Credentials(null), flow });
    return await new Promise((resolve) =>
      dialog.request('BYE', {}, (response) => resolve(response !== null)),
    );
  } catch {
    return false;
  }
}
