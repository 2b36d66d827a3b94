import type { AssignedNumber } from '#contract/phone-numbers.ts';
import type { Context } from '../../../core/context.ts';
import { invalid, notFound } from '../../../core/errors.ts';
import type { Database } from '../../../db/client.ts';
import { isUniqueViolation } from '../../../db/errors.ts';
import { answerNumber, freeNumber, lockAssistants, lockNumber } from './number-store.ts';

export interface Assignment {
  numberId: number;
  /** Null if no assistant shall answer the number. */
  assistantId: number | null;
}

/**
 * Lets an inbound assistant answer a number, and activates it. It gives up its previous number. Throws `not-found` for the
 * number, and `invalid` for an assistant or a number that cannot take calls.
 */
export async function assignNumber(
  { database }: { database: Database },
  { userId }: Context,
  { numberId, assistantId }: Assignment,
): Promise<AssignedNumber> {
  try {
    return await database.transaction(async (transaction) => {
      // The lock on the number makes concurrent assignments of it wait, so that the last one wins.
      const number = await lockNumber(transaction, userId, numberId);
      if (number === null) throw notFound('Phone number');
      const involved = await lockAssistants(transaction, userId, { numberId, assistantId });
      const chosen = involved.find(({ id }) => id === assistantId);
      if (assistantId !== null && chosen?.type !== 'inbound') {
        throw refused('Choose an inbound assistant of this account.');
      }
      if (assistantId !== null && number.type === 'caller_id') {
        throw refused('A Caller ID number cannot receive calls.');
      }
      await freeNumber(transaction, userId, { numberId, assistantId });
      if (assistantId !== null) await answerNumber(transaction, userId, { numberId, assistantId });
      const left = chosen?.phone_number_id ?? null;
      return {
        phone_number_id: numberId,
        assistant_id: assistantId,
        previous_assistant_id: involved.find(({ id }) => id !== assistantId)?.id ?? null,
        previous_phone_number_id: left === numberId ? null : left,
      };
    });
  } catch (error) {
    // An update of another assistant took the number between our read and our write.
    if (!isUniqueViolation(error, 'assistants_inbound_number')) throw error;
    throw refused('The number was just assigned to another assistant. Try again.');
  }
}

function refused(reason: string): Error {
  return invalid({ assistant_id: [reason] });
}
