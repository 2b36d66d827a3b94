import { z } from 'zod';
import { sessionStatus } from './messaging.ts';

/** Every field rule that was broken, with all texts. */
export const validationError = z.object({
  message: z.string(),
  errors: z.record(z.string(), z.array(z.string())),
});

/**
 * The shape of a refusal, one per resource:
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
    /** Of refusals that a closed window causes. */
    session_status: sessionStatus.optional(),
    /** Of messages that are stored, but not taken by their carrier. */
    conversation_id: z.int().optional(),
    message_id: z.int().optional(),
    msgapp_message_id: z.int().optional(),
  }),
  status: z.object({ status: z.literal(false), error: z.string() }),
  success: z.object({ message: z.string(), success: z.literal(false) }),
} satisfies Record<ErrorFamily, z.ZodType>;
