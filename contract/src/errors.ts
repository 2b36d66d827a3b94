import { z } from 'zod';
import { sessionStatus } from './messaging.ts';

export const validationError = z
  .object({
    message: z.string(),
    errors: z.record(z.string(), z.array(z.string())),
    available_columns: z
      .array(z.string())
      .optional()
      .describe('Column names of an imported file, if other settings may help.'),
  })
  .describe('All validation errors by field.');

/**
 * The shape of an error response, one per resource:
 * `message` {message} · `error` {error} · `coded` {success:false, error, error_code} ·
 * `status` {status:false, error} · `success` {message, success:false}.
 */
export type ErrorFamily = 'message' | 'error' | 'coded' | 'status' | 'success';

export const errorSchemas = {
  message: z.object({ message: z.string() }),
  error: z.object({ error: z.string() }),
  coded: z.object({
    success: z.literal(false),
    error: z.string(),
    error_code: z.string(),
    /** Present if the 24-hour window is closed. */
    session_status: sessionStatus.optional(),
    conversation_id: z
      .int()
      .optional()
      .describe('Present if the message was stored but the carrier rejected it.'),
    conversation_uuid: z.uuid().optional(),
    message_id: z.int().optional(),
    msgapp_message_id: z.int().optional(),
  }),
  status: z.object({ status: z.literal(false), error: z.string() }),
  success: z.object({ message: z.string(), success: z.literal(false) }),
} satisfies Record<ErrorFamily, z.ZodType>;
