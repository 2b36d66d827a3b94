import type { FieldControl } from './field.tsx';

export interface Option {
  value: string;
  label: string;
  /** A second line, smaller. */
  hint?: string;
  isDisabled?: boolean;
}

export interface SelectProps extends Partial<FieldControl> {
  value: string | null;
  options: readonly Option[];
  onChange: (value: string | null) => void;
  placeholder?: string;
  /** Offers to choose nothing, in these words. */
  emptyLabel?: string;
  isDisabled?: boolean;
  /** Where no `Field` labels it. */
  label?: string;
  className?: string;
}

/** Things of the account to choose from by their names; none while they are asked for. */
export function namedOptions(things: readonly { id: number; name: string }[] = []): Option[] {
  return things.map(({ id, name }) => ({ value: String(id), label: name }));
}

interface OfferedNumber {
  id: number;
  phone_number: string;
  type_label: string;
}

/** Numbers of the account to choose from, each with its kind. */
export function numberOptions(numbers: readonly OfferedNumber[]): Option[] {
  return numbers.map(({ id, phone_number, type_label }) => ({
    ...{ value: String(id), label: phone_number, hint: type_label },
  }));
}
