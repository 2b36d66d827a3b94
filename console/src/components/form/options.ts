import { numberTypeLabel } from '../numbers/number-type-labels.ts';
import type { FieldControl } from './field.tsx';

export interface Option {
  value: string;
  label: string;
  /** A second, smaller line. */
  hint?: string;
  isDisabled?: boolean;
}

export interface SelectProps extends Partial<FieldControl> {
  value: string | null;
  options: readonly Option[];
  onChange: (value: string | null) => void;
  placeholder?: string;
  /** Label of the option for no choice. */
  emptyLabel?: string;
  isDisabled?: boolean;
  /** Accessible name when there is no `Field`. */
  label?: string;
  className?: string;
}

/** Options for objects of the account; none while they load. */
export function namedOptions(things: readonly { id: number; name: string }[] = []): Option[] {
  return things.map(({ id, name }) => ({ value: String(id), label: name }));
}

interface OfferedNumber {
  id: number;
  phone_number: string;
  type_label: string;
}

/** Options for phone numbers, each with its kind. */
export function numberOptions(numbers: readonly OfferedNumber[]): Option[] {
  return numbers.map(({ id, phone_number, type_label }) => ({
    value: String(id),
    label: phone_number,
    hint: numberTypeLabel(type_label),
  }));
}
