import { expect } from 'vitest';
import { z } from 'zod';
import { errorSchemas, validationError } from '#contract/errors.ts';
import type { Route } from '../../src/http/route.ts';

/** Checks every API response in any test. */
export interface AnswerChecker {
  /** @param path relative to `/api`, with or without a query */
  check(method: string, path: string, answer: { status: number; headers: Headers; text: string }): void;
}

/**
 * Compares each response with the contract: a success matches the route's schema without additional members; an error
 * is JSON in the resource's format.
 */
export function answerChecker(routes: readonly Route[]): AnswerChecker {
  const matchers = routes.map((route) => ({ route, pattern: patternOf(route.path) }));
  return {
    check: (method, path, answer) => {
      const [plain = ''] = path.split('?', 1);
      const candidates = matchers.filter(
        ({ route, pattern }) => route.method === method && pattern.test(plain),
      );
      // The router prefers literal segments over parameters.
      const [match] = candidates.sort((a, b) => parameterCount(a.route) - parameterCount(b.route));
      if (match !== undefined) checkAnswer(match.route, answer);
    },
  };
}

/** Asserts that a value matches a schema without additional members. */
function expectExactly(schema: z.ZodType, value: unknown): void {
  const parsed = schema.safeParse(value);
  if (!parsed.success) expect.fail(`${z.prettifyError(parsed.error)}\nin ${JSON.stringify(value)}`);
  // Objects drop unknown members, so an additional member makes a difference.
  expect(value).toStrictEqual(parsed.data);
}

function checkAnswer(route: Route, answer: { status: number; headers: Headers; text: string }): void {
  const { status, headers, text } = answer;
  expect(headers.get('x-request-id')).toMatch(/^[A-Za-z0-9._:-]{1,128}$/);
  if (status === 304) {
    expect(text).toBe('');
    return;
  }
  if (status < 400) {
    expect(status).toBe(route.success.status);
    const type = headers.get('content-type') ?? '';
    if (type.startsWith('application/json')) expectExactly(route.success.schema, JSON.parse(text));
    // The route has its own format, and no other one was requested.
    else if (route.success.contentType === 'image/*') expect(type).toMatch(/^image\/(?:png|jpeg|webp)$/);
    else if (route.raw === undefined) {
      const { contentType, otherContentTypes = [] } = route.success;
      expect([contentType, ...otherContentTypes, 'text/event-stream; charset=utf-8']).toContain(type);
    }
    return;
  }
  expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
  expectExactly(refusalSchema(route, status, JSON.parse(text)), JSON.parse(text));
}

const tooMany = z.object({
  message: z.string(),
  retry_after: z.int().min(1),
  error_code: z.string().optional(),
});

function refusalSchema(route: Route, status: number, body: unknown): z.ZodType {
  const family = errorSchemas[route.errors];
  if ([401, 413, 415].includes(status)) return errorSchemas.message;
  if (status === 429) return route.errors === 'status' ? tooMany.extend(errorSchemas.status.shape) : tooMany;
  if (status === 500) return family.extend({ request_id: z.string() });
  // An unreadable body is rejected before routing, with the same error format for all routes. So are cross-site browser
  // requests.
  const isPlain = errorSchemas.message.strict().safeParse(body).success;
  if ((status === 400 || status === 403) && isPlain) return errorSchemas.message;
  const hasFields = typeof body === 'object' && body !== null && 'errors' in body;
  // An unreadable body is rejected before its resource is known.
  if (status === 400 && !hasFields) return z.union([family, errorSchemas.message]);
  if (!hasFields) return family;
  return route.errors === 'status' ? validationError.extend(errorSchemas.status.shape) : validationError;
}

function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}/?$`);
}

function parameterCount(route: Route): number {
  return route.path.split(':').length - 1;
}
