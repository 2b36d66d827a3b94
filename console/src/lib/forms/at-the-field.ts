/** As the API's messages begin: `The max duration field must …`, `The post_call_schema.5.name field is …`. */
const SUBJECT = /^The [^.]*?(?:\.\S+)? field (?=\S)/;

/**
 * A broken rule as it reads under its own field, which the API names by the word that programs use: `Must be at least 20.`
 * Whatever does not begin with a field stays as it is.
 */
export function atTheField(message: string): string {
  const rest = message.replace(SUBJECT, '');
  if (rest === message) return message;
  if (rest.startsWith('is required')) return `This ${rest}`;
  return rest.charAt(0).toUpperCase() + rest.slice(1);
}
