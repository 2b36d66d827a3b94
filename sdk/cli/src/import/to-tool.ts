import type { DraftTool, Note } from './draft.ts';

const MAX_DESCRIPTION = 255;
const MAX_NAME = 64;
const MAX_PARAMETER_NAME = 32;
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
const DIGITS = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'];

/** Body of `POST /user/tools`: names of letters and underscores, flat parameters. */
export function toTool(tool: DraftTool, notes: Note[]): Record<string, unknown> {
  const name = wordName(tool.name, MAX_NAME).toLowerCase();
  if (name !== tool.name) notes.push({ kind: 'approximated', text: `The tool ${tool.name} became ${name}.` });
  const method = METHODS.includes(tool.method.toUpperCase()) ? tool.method.toUpperCase() : 'POST';
  let { url } = tool;
  const taken = new Set<string>();
  const schema = tool.parameters.map((parameter) => {
    let renamed = wordName(parameter.name, MAX_PARAMETER_NAME);
    while (taken.has(renamed)) renamed = `${renamed.slice(0, MAX_PARAMETER_NAME - 2)}_b`;
    taken.add(renamed);
    if (renamed !== parameter.name) {
      notes.push({
        kind: 'todo',
        text: `The parameter ${parameter.name} of ${name} became ${renamed}: the endpoint has to accept the new name.`,
      });
      url = url.replaceAll(`{${parameter.name}}`, `{${renamed}}`);
    }
    if (['object', 'array'].includes(parameter.type)) {
      notes.push({
        kind: 'todo',
        text: `The parameter ${renamed} of ${name} is sent as a text, not as an ${parameter.type}.`,
      });
    }
    const type = TYPES[parameter.type] ?? 'string';
    const description =
      parameter.description.length < 3 ? `The ${renamed.replaceAll('_', ' ')}` : parameter.description;
    return { name: renamed, type, description: description.slice(0, MAX_DESCRIPTION) };
  });
  if (tool.description.length > MAX_DESCRIPTION) {
    notes.push({
      kind: 'approximated',
      text: `The description of ${name} was cut to ${MAX_DESCRIPTION} characters.`,
    });
  }
  const timeout =
    tool.timeoutSeconds === null ? null : Math.min(30, Math.max(1, Math.round(tool.timeoutSeconds)));
  if (timeout !== null && timeout !== tool.timeoutSeconds) {
    notes.push({
      kind: 'approximated',
      text: `The timeout of ${name}: ${tool.timeoutSeconds} s became ${timeout} s.`,
    });
  }
  return {
    name,
    description: tool.description.slice(0, MAX_DESCRIPTION),
    endpoint: url,
    method,
    ...(timeout === null ? {} : { timeout }),
    headers: Object.entries(tool.headers).map(([header, value]) => ({ name: header, value })),
    schema,
  };
}

const TYPES: Readonly<Record<string, string>> = { number: 'number', integer: 'number', boolean: 'boolean' };

/** Letters and underscores, starting with a letter; `line2` becomes `line_two`. */
function wordName(name: string, most: number): string {
  const words = name
    .replaceAll(/([a-z])([A-Z])(?=[a-z])/g, '$1_$2')
    .replaceAll(/\d/g, (digit) => `_${DIGITS[Number(digit)]}_`)
    .replaceAll(/[^A-Za-z]+/g, '_')
    .replaceAll(/^_+|_+$/g, '');
  const isFine = new RegExp(`^[a-zA-Z][a-zA-Z_]{0,${most - 1}}$`).test(name);
  return isFine ? name : (words || 'tool').slice(0, most).padEnd(2, '_');
}
