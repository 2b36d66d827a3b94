import { MAX_VARIABLES } from '#contract/messaging.ts';
import type { FieldErrors } from '#contract/validation.ts';
import { countPlaces } from './fill-template.ts';

const BRACES = /\{\{(.*?)\}\}/gs;

/**
 * What a carrier refuses in the text of a template: placeholders are {{1}}, {{2}}, … without a gap; every one has a
 * name, or none has one.
 */
export function placeholderErrors(text: string, names: readonly unknown[]): FieldErrors {
  const count = countPlaces(text);
  if (count > MAX_VARIABLES) {
    return { body_text: [`The body text field must not have a placeholder beyond {{${MAX_VARIABLES}}}.`] };
  }
  const written = new Set([...text.matchAll(BRACES)].map(([, inside = '']) => inside.trim()));
  const isNumbered = Array.from({ length: count }, (_, index) => String(index + 1)).every((place) =>
    written.has(place),
  );
  if (!isNumbered || written.size !== count) {
    return { body_text: ['The body text field must number its placeholders {{1}}, {{2}}, … without a gap.'] };
  }
  if (names.length === 0 || names.length === count) return {};
  return { variables: [`The variables field must name the ${count} placeholders of the text, or none.`] };
}
