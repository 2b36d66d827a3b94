import type { z } from 'zod';

/** The message of one validation error: `The voice id field must be an integer.` Custom messages stay unchanged. */
export function describeIssue(issue: z.core.$ZodIssue, path: string): string {
  const field = `The ${attributeName(path)} field`;
  if (issue.code !== 'custom' && (issue.input === undefined || issue.input === null)) {
    return `${field} is required.`;
  }
  switch (issue.code) {
    case 'invalid_type':
      return `${field} must be ${typeName(issue.expected)}.`;
    case 'too_big':
      return `${field} must not ${COUNTED.has(issue.origin) ? 'have more than' : 'be greater than'} ${amount(issue.origin, issue.maximum)}.`;
    case 'too_small':
      return `${field} must ${COUNTED.has(issue.origin) ? 'have' : 'be'} at least ${amount(issue.origin, issue.minimum)}.`;
    case 'invalid_value':
    case 'invalid_union':
      if (HAS_OWN_WORDS.test(issue.message)) return customText(issue, field, path);
      return `The selected ${attributeName(path)} is invalid.`;
    case 'unrecognized_keys':
      return `${field} has unknown fields: ${issue.keys.join(', ')}.`;
    case 'invalid_format':
    case 'custom':
      return customText(issue, field, path);
    default:
      return `${field} is invalid.`;
  }
}

/** Custom messages contain `:field` in place of the field's name. */
const HAS_OWN_WORDS = /:(?:field|attribute)\b/;

/** Names a field in a message as Laravel does: top-level names lose their underscores. */
export function attributeName(path: string): string {
  return path.includes('.') ? path : path.replaceAll('_', ' ');
}

function customText(issue: z.core.$ZodIssue, field: string, path: string): string {
  const text = issue.message.replaceAll(':field', field).replaceAll(':attribute', attributeName(path));
  return text === 'Invalid input' ? `${field} format is invalid.` : text;
}

const COUNTED = new Set(['array', 'set']);

function amount(origin: string, limit: number | bigint): string {
  if (origin === 'string') return `${limit} characters`;
  return COUNTED.has(origin) ? `${limit} items` : String(limit);
}

function typeName(expected: string): string {
  if (expected === 'int') return 'an integer';
  if (expected === 'boolean') return 'true or false';
  if (expected === 'object' || expected === 'record') return 'an object';
  if (expected === 'array') return 'an array';
  return `a ${expected}`;
}
