import type { FieldValues, Resolver } from 'react-hook-form';
import type { z } from 'zod';
import { normaliseInput, validate } from '#contract/validation.ts';
import { nestErrors } from './nest-errors.ts';

/**
 * Checks a form by the schema that the server checks its request with, in the server's words:
 * `useForm({ resolver: contractResolver(createToolRequest), mode: 'onChange' })`. What is submitted is the request.
 */
export function contractResolver<Values extends FieldValues, Schema extends z.ZodObject>(
  schema: Schema,
): Resolver<Values, unknown, z.output<Schema>> {
  return (values) => {
    const result = validate(schema, normaliseInput(values));
    if (result.ok) return { values: result.value, errors: {} };
    return { values: {}, errors: nestErrors<Values>(result.fields) };
  };
}
