import type { FieldValues, Resolver } from 'react-hook-form';
import type { z } from 'zod';
import { normalizeInput, validate } from '#contract/validation.ts';
import { nestErrors } from './nest-errors.ts';

/**
 * Validates a form with the server's request schema and messages:
 * `useForm({ resolver: contractResolver(createToolRequest), mode: 'onChange' })`. Submits the parsed request.
 */
export function contractResolver<Values extends FieldValues, Schema extends z.ZodObject>(
  schema: Schema,
): Resolver<Values, unknown, z.output<Schema>> {
  return (values) => {
    const result = validate(schema, normalizeInput(values));
    if (result.ok) return { values: result.value, errors: {} };
    return { values: {}, errors: nestErrors<Values>(result.fields) };
  };
}
