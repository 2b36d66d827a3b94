import { expect, test } from 'vitest';
import { atTheField } from './at-the-field.ts';

test.each([
  ['The max duration field must be at least 20.', 'Must be at least 20.'],
  ['The name field is required.', 'This is required.'],
  [
    'The webhook url field is required when is webhook active is true.',
    'This is required when is webhook active is true.',
  ],
  ['The post_call_schema.5.name field is required.', 'This is required.'],
  [
    'The url field must be a valid http or https URL without credentials.',
    'Must be a valid http or https URL without credentials.',
  ],
  ['The country code field format is invalid.', 'Format is invalid.'],
  ['The selected voice is invalid.', 'The selected voice is invalid.'],
  ['The call was refused. The name field is required.', 'The call was refused. The name field is required.'],
  ['“203.0.113” must be an IP address.', '“203.0.113” must be an IP address.'],
  ['', ''],
])('%j is shown at its field as %j', (message, words) => {
  expect(atTheField(message)).toBe(words);
});
