import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { expect } from 'vitest';
import { resolvedDocument } from './resolved-document.ts';
import type { Answer, Client } from './test-server.ts';

/** Compares responses with the server's own OpenAPI document, as a client-side validator does. */
export interface DocumentedAnswers {
  /** @param operation such as `GET /user/assistant/{id}` */
  check(operation: string, answer: Answer): void;
}

export async function documentedAnswers(client: Client): Promise<DocumentedAnswers> {
  const body = await resolvedDocument(client);
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addFormat('binary', true);
  const validators = new Map<string, ValidateFunction>();
  return {
    check: (operation, { status, headers, text }) => {
      const [method = '', path = ''] = operation.split(' ');
      const { responses } = body.paths[path][method.toLowerCase()];
      const documented = responses[status] ?? responses[`${String(status)[0]}XX`];
      expect(documented, `${operation} answers ${status}: ${text}`).toBeDefined();
      const type = headers.get('content-type')?.split(';')[0] ?? '';
      if (type !== 'application/json') return;
      const { schema } = documented.content[type];
      const key = `${operation} ${status}`;
      const validate = validators.get(key) ?? ajv.compile(schema);
      validators.set(key, validate);
      const holds = validate(JSON.parse(text));
      expect(holds, `${key}: ${ajv.errorsText(validate.errors)} in ${text.slice(0, 500)}`).toBe(true);
    },
  };
}

/** Schemas of the document that a validator rejects, and patterns that its regular expressions do not support. */
export function schemaFaults(document: unknown): string[] {
  const ajv = new Ajv2020({ strict: false });
  const faults: string[] = [];
  const visit = (value: unknown, path: string): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const [name, member] of Object.entries(value)) {
      if (name === 'schema' && ajv.validateSchema(member) !== true)
        faults.push(`${path}: ${ajv.errorsText()}`);
      if (name === 'pattern' && typeof member === 'string') {
        try {
          RegExp(member, 'u');
        } catch (error) {
          faults.push(`${path}: ${String(error)}`);
        }
      }
      if (name !== 'example') visit(member, `${path}/${name}`);
    }
  };
  visit(document, '');
  return faults;
}
