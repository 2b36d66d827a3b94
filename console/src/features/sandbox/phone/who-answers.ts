import type { Assistant } from '../../../data/assistants.ts';
import type { PhoneNumber } from '../../../data/numbers.ts';

type Answering = Pick<Assistant, 'name' | 'type' | 'status' | 'phone_number_id'>;

/** The active inbound assistant that answers a dialed number of the account, if any. */
export function whoAnswers<One extends Answering>(
  dialed: string,
  numbers: readonly Pick<PhoneNumber, 'id' | 'phone_number'>[],
  assistants: readonly One[],
): One | null {
  const plain = plainNumber(dialed);
  const number = numbers.find(({ phone_number }) => plainNumber(phone_number) === plain);
  if (number === undefined) return null;
  const answers = ({ type, status, phone_number_id: id }: One): boolean =>
    type === 'inbound' && status === 'active' && id === number.id;
  return assistants.find(answers) ?? null;
}

function plainNumber(text: string): string {
  return text.replaceAll(/[\s().-]/g, '').replace(/^00/, '+');
}
