import { useRef } from 'react';
import {
  type Control,
  type FieldArrayPath,
  type FieldArrayWithId,
  type FieldValues,
  type UseFieldArrayAppend,
  useFieldArray,
} from 'react-hook-form';

interface Rows<Values extends FieldValues, Name extends FieldArrayPath<Values>> {
  /** `id` is the React key of the row. */
  rows: FieldArrayWithId<Values, Name>[];
  append: UseFieldArrayAppend<Values, Name>;
  remove: (index: number) => void;
}

/**
 * The rows of a list in a form that is updated from the server. Every reset assigns new ids; this hook keeps them by
 * index, so that rows stay mounted with their focus and input.
 */
export function useRows<Values extends FieldValues, Name extends FieldArrayPath<Values>, Sent>(
  control: Control<Values, unknown, Sent>,
  name: Name,
): Rows<Values, Name> {
  const { fields, append, remove } = useFieldArray({ control, name });
  const ids = useRef<readonly string[]>([]);
  ids.current = fields.map(({ id }, index) => ids.current[index] ?? id);
  return {
    rows: fields.map((field, index) => ({ ...field, id: ids.current[index] ?? field.id })),
    append,
    remove: (index) => {
      ids.current = ids.current.toSpliced(index, 1);
      remove(index);
    },
  };
}
