import { z } from 'zod';
import { text, variables } from './fields.ts';
import { isoTimestamp } from './timestamps.ts';
import { widgetSettings } from './widget-settings.ts';

export const widgetAppearance = widgetSettings
  .omit({ allowed_origins: true, working_hours: true, hides_names: true })
  .extend({
    name: z.string().describe("The assistant's name."),
    greeting: z.string().describe("The assistant's greeting, with its variables filled in."),
    is_away: z.boolean().describe('True outside the working hours.'),
    picture: z.string().nullable().describe('Address of the picture, relative to the server.'),
  })
  .describe('Content of a chat widget before the visitor opens a conversation.');

export const widgetResponse = z.object({ status: z.literal(true), widget: widgetAppearance });

export const conversationState = z
  .object({
    message_count: z.int(),
    ai_enabled: z.boolean().describe('False while a person answers instead of the AI.'),
    status: z
      .enum(['active', 'ended'])
      .describe('An `ended` conversation is still answered when the visitor writes again.'),
  })
  .describe(
    'Data of the `state` event, sent to subscribers of a conversation immediately and after every change. A subscriber with fewer messages than `message_count` reads the history again.',
  );

export const widgetPictureResponse = z.object({
  message: z.string(),
  data: z.object({
    picture: z.string().nullable().describe('Address of the picture, relative to the server.'),
  }),
});

export const visitorFile = z
  .object({
    id: z.uuid().describe('Identifies the file in `files` of a message and in its URL.'),
    name: z.string(),
    content_type: z.string().describe('Detected from the content.'),
    byte_count: z.int(),
  })
  .describe('A file of a conversation. Download it with `GET /conversations/{uuid}/files/{id}`.');

export const visitorFileResponse = z.object({ status: z.literal(true), file: visitorFile });

/** Visitor-supplied prompt variables; length and total size are limited. */
export const visitorVariables = variables().refine((values) => JSON.stringify(values).length <= 10_000, {
  error: ':field must not be longer than 10000 characters as JSON.',
});

export const visitorDetails = z
  .object({
    user_id: text(255).nullish().describe("The website's own id of the user."),
    name: text(255).nullish().describe('Name of the visitor.'),
    email: text(255).nullish().describe('Email address of the visitor.'),
    phone: text(64).nullish().describe('Phone number of the visitor.'),
  })
  .describe('Details of the visitor as sent by the page; they are not verified.');

export const visitor = z
  .object({
    user_id: z.string().nullable().describe("The website's own id of the user."),
    name: z.string().nullable().describe('Name of the visitor.'),
    email: z.string().nullable().describe('Email address of the visitor.'),
    phone: z.string().nullable().describe('Phone number of the visitor.'),
    is_verified: z
      .boolean()
      .describe(
        "True if the website signed the details with the widget's secret. Other details are not verified.",
      ),
  })
  .describe('The visitor of a widget.');

export type Visitor = z.output<typeof visitor>;

export const identifyVisitorRequest = z.object({
  token: text(4096).nullish().describe("JSON Web Token (HS256), signed with the widget's secret."),
  visitor: visitorDetails.nullish().describe('Details without a token; they are not verified.'),
  conversation_id: z.uuid().nullish().describe("The visitor's open conversation."),
  request_key: text(255)
    .nullish()
    .describe('Random text, the same when the request is repeated, because a token can be used once.'),
});

export const identifyVisitorResponse = z.object({
  status: z.literal(true),
  visitor: visitor.describe('The visitor from now on.'),
  visitor_key: z
    .string()
    .nullable()
    .describe('Opens conversations as the verified user for 30 days; null without a token.'),
  conversation_id: z
    .uuid()
    .nullable()
    .describe('The conversation to continue: the open one, or the latest of the verified user.'),
});

export const widgetSecretResponse = z.object({
  message: z.string(),
  data: z.object({
    secret: z.string().describe('Shown only once.'),
    created_at: isoTimestamp,
  }),
});

export const widgetSecretStateResponse = z.object({
  data: z.object({ created_at: isoTimestamp.nullable().describe('Null without a secret.') }),
});
