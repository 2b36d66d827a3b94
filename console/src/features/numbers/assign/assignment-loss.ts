import type { ListedAssistant } from '../../../data/assistants.ts';
import type { PhoneNumber } from '../../../data/numbers.ts';
import { t } from '../../../lib/i18n/t.ts';

/** A choice in a number's row. */
export interface Assignment {
  number: PhoneNumber;
  /** Null if no assistant shall answer. */
  assistant: ListedAssistant | null;
}

interface Current {
  /** The assistant that answers the number. */
  holder: ListedAssistant | undefined;
  numbers: readonly PhoneNumber[];
}

/** The losses of an assignment, as sentences; null without losses. Taking a number from its assistant alone is obvious. */
export function assignmentLoss(
  { number, assistant }: Assignment,
  { holder, numbers }: Current,
): string | null {
  if (assistant === null) return null;
  const isMoved = holder !== undefined && holder.id !== assistant.id;
  const left = numbers.find(({ id }) => id === assistant.phone_number_id && id !== number.id);
  const losses = [
    isMoved && t('“{name}” no longer answers {number}.', { name: holder.name, number: number.phone_number }),
    left !== undefined &&
      t('“{name}” no longer answers {number}.', {
        name: assistant.name,
        number: left.phone_number,
      }),
  ].filter((loss) => loss !== false);
  return losses.length === 0 ? null : losses.join(' ');
}
