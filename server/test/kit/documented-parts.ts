import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

/** Operations, parameters and properties of a document without a description. */
export function undescribed(document: unknown): string[] {
  const faults: string[] = [];
  const visit = (value: unknown, path: string): void => {
    if (typeof value !== 'object' || value === null) return;
    const members: Record<string, unknown> = { ...value };
    if ('operationId' in members && typeof members['description'] !== 'string') faults.push(path);
    // A property may be named `parameters`, too.
    const parameters = members['parameters'];
    for (const parameter of Array.isArray(parameters) ? parameters : []) {
      if (typeof Object(parameter).description !== 'string') faults.push(`${path} ${Object(parameter).name}`);
    }
    for (const [name, property] of Object.entries(Object(members['properties']))) {
      if (typeof Object(property).description !== 'string') faults.push(`${path}/${name}`);
    }
    for (const [name, member] of Object.entries(members)) {
      if (name !== 'example') visit(member, `${path}/${name}`);
    }
  };
  visit(document, '');
  return faults;
}

/** Examples of JSON bodies that break their schema, missing ones, and how many there are. */
// allow any: the document is read as it comes
// biome-ignore lint/suspicious/noExplicitAny: the document is read as it comes.
export function exampleFaults(document: any): { count: number; faults: string[] } {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addFormat('binary', true);
  ajv.addSchema({ $id: 'document', components: document.components });
  const faults: string[] = [];
  let count = 0;
  const items: object[] = Object.values({ ...document.paths, ...document.webhooks });
  for (const { operationId, requestBody, responses } of items.flatMap((item) => Object.values(item))) {
    const successes = Object.entries(responses).filter(([status]) => status.startsWith('2'));
    for (const body of [requestBody, ...successes.map(([, response]) => response)]) {
      const media = body?.content?.['application/json'];
      if (media === undefined) continue;
      count += 1;
      const schema = JSON.parse(JSON.stringify(media.schema).replaceAll('"#/', '"document#/'));
      if (!ajv.validate(schema, media.example)) faults.push(`${operationId}: ${ajv.errorsText()}`);
    }
  }
  return { count, faults };
}
