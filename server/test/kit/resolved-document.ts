import type { Client } from './test-server.ts';

/** The server's OpenAPI document with its references replaced by their targets. */
// allow any: the document is read as it comes
// biome-ignore lint/suspicious/noExplicitAny: the document is read as it comes.
export async function resolvedDocument(client: Client): Promise<any> {
  return resolved((await client.get('/openapi.json')).body);
}

/** A copy of a document without references. Its components must not refer to themselves. */
// allow any: the document is read as it comes
// biome-ignore lint/suspicious/noExplicitAny: the document is read as it comes.
export function resolved(document: any): any {
  const visit = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(visit);
    if (typeof value !== 'object' || value === null) return value;
    const { $ref, ...rest }: Record<string, unknown> = { ...value };
    const members = Object.entries(rest).map(([name, member]) => [name, visit(member)]);
    return {
      ...(typeof $ref === 'string' && Object(visit(targetOf(document, $ref)))),
      ...Object.fromEntries(members),
    };
  };
  return visit(document);
}

function targetOf(document: unknown, reference: string): unknown {
  let target = document;
  for (const name of reference.slice(2).split('/')) target = Object(target)[name];
  return target;
}
