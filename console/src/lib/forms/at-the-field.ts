/** The start of the API's messages: `The max duration field must …`, `The post_call_schema.5.name field is …`. */
const SUBJECT = /^The [^.]*?(?:\.\S+)? field (?=\S)/;

/**
 * Shortens an API error for display under its field, where the field's API name is not needed: `Must be at least 20.`
 * Other messages are unchanged.
 */
export function atTheField(message: string): string {
  const rest = message.replace(SUBJECT, '');
  if (rest === message) return message;
  if (rest.startsWith('is required')) return `This ${rest}`;
  return rest.charAt(0).toUpperCase() + rest.slice(1);
}
