import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { ASSISTANT_EVENTS, EVENT_TYPES, type EventType, WEBHOOK_EVENTS } from '#contract/webhook-events.ts';
import { exampleBody } from '#contract/webhook-examples.ts';
import { eventBody, WEBHOOK_PAYLOADS } from '#contract/webhook-payloads.ts';
import { Components } from '../../src/http/openapi-components.ts';
import type { JsonObject } from '../../src/http/openapi-schema.ts';

const page = fileURLToPath(new URL('../../../docs/guides/events.md', import.meta.url));

const HEAD = `---
title: Events
description: Every event that Parley sends to your server, with its time, its fields and an example.
order: 31
---

# Events

Parley sends events to the [webhook endpoints](webhooks.md) that subscribe to them. Every body has four fields:

| Field | Meaning |
|---|---|
| \`type\` | the event |
| \`id\` | the same as the header \`webhook-id\` |
| \`timestamp\` | when it happened, in UTC |
| \`data\` | see below. Webhooks of one assistant consist of the data alone |

Ignore fields and events that you do not know: later versions add some. Test conversations send no events. Times in \`call.ended\` and
\`conversation.ended\` have the UTC offset of the account's time zone.
`;

/** The page follows from the contract. To write it: \`npx vitest run server/test/docs/events-page.test.ts --update\`. */
test('the page about events describes the events of the contract', async () => {
  const components = new Components();
  const overview = EVENT_TYPES.map(
    (type) => `| [\`${type}\`](#${anchorOf(type)}) | ${WEBHOOK_EVENTS[type].summary} |`,
  );
  const sections = EVENT_TYPES.map((type) => sectionOf(type, components));
  const text = `${HEAD}\n| Event | Sent when |\n|---|---|\n${overview.join('\n')}\n\n${sections.join('\n')}`;
  await expect(text).toMatchFileSnapshot(page);
});

test.each(EVENT_TYPES)('the example of %s fits the contract', (type) => {
  const example = exampleBody(type);
  expect(eventBody(type).parse(example)).toEqual(example);
});

function sectionOf(type: EventType, components: Components): string {
  const isOfAssistant = ASSISTANT_EVENTS.some((event) => event === type);
  const toAssistant = isOfAssistant
    ? ' It can also be sent to the [URL of one assistant](webhooks.md#send-webhooks-of-one-assistant).'
    : '';
  const { summary, details } = WEBHOOK_EVENTS[type];
  const { properties } = components.target(components.answer(WEBHOOK_PAYLOADS[type], `endpoint.${type}`));
  const rows = Object.entries(Object(properties)).map(
    ([name, field]) => `| \`${name}\` | ${typeOf(Object(field), components)} | ${cell(Object(field))} |`,
  );
  return `## \`${type}\`

${summary}. ${details}${toAssistant}

| Field of \`data\` | Type | Meaning |
|---|---|---|
${rows.join('\n')}

\`\`\`json
${JSON.stringify(exampleBody(type), null, 2)}
\`\`\`
`;
}

/** As GitHub makes it from the heading. */
function anchorOf(type: EventType): string {
  return type.replace('.', '');
}

function cell({ description }: JsonObject): string {
  return typeof description === 'string' ? description.replaceAll('|', '\\|') : '';
}

/** For example \`string or null\`, or the allowed values. */
function typeOf(schema: JsonObject, components: Components): string {
  const { type, const: value, enum: values, anyOf } = components.target(schema);
  if (value !== undefined) return `\`${String(value)}\``;
  if (Array.isArray(values)) return values.map((one) => `\`${String(one)}\``).join(', ');
  if (Array.isArray(anyOf)) return anyOf.map((branch) => typeOf(Object(branch), components)).join(' or ');
  return [type].flat().map(String).join(' or ');
}
