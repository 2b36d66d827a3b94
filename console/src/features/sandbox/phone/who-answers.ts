import type { Assistant } from '../../../data/assistants.ts';
import type { PhoneNumber } from '../../../data/numbers.ts';

type Answering = Pick<Assistant, 'name' | 'type' | 'phone_number_id'>;

/** The inbound assistant that answers a number of the account, as it may be dialled; null: nobody does. */
export function whoAnswers<One extends Answering>(
  dialled: string,
  numbers: readonly Pick<PhoneNumber, 'id' | 'phone_number'>[],
  assistants: readonly One[],
): One | null {
  const plain = plainNumber(dialled);
  const number = numbers.find(({ phone_number }) => plainNumber(phone_number) === plain);
  if (number === undefined) return null;
  return assistants.find((one) => one.type === 'inbound' && one.phone_number_id === number.id) ?? null;
}

function plainNumber(text: string): string {
  return text.replaceAll(/[\s().-]/g, '').replace(/^00/, '+');
}
