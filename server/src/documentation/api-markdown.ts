import { z } from 'zod';

const operation = z.object({
  tags: z.array(z.string()),
  summary: z.string(),
  'x-alias-of': z.string().optional(),
});
const openApi = z.object({
  info: z.object({ description: z.string() }),
  paths: z.record(z.string(), z.record(z.string(), operation)),
});

/**
 * All operations of the API as Markdown, one line each.
 * @param document the OpenAPI document as JSON
 */
export function apiMarkdown(document: string): string {
  const { info, paths } = openApi.parse(JSON.parse(document));
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, found]) => found['x-alias-of'] === undefined)
      .map(([method, { tags, summary }]) => ({
        tag: tags[0] ?? '',
        line: `- \`${method.toUpperCase()} ${path}\`: ${summary}`,
      })),
  );
  const groups = [...Map.groupBy(operations, ({ tag }) => tag)].map(
    ([tag, found]) => `## ${tag}\n\n${found.map(({ line }) => line).join('\n')}\n`,
  );
  const more = 'Fields, responses and examples are in the [OpenAPI document](/api/openapi.json).';
  return `# API operations\n\n${info.description}\n\n${more}\n\n${groups.join('\n')}`;
}
