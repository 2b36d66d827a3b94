import { z } from 'zod';
import { flag, text } from './fields.ts';

export const secondFactor = z
  .object({
    is_on: z.boolean().describe('True if logins need a code.'),
    recovery_codes_left: z.int().describe('Unused recovery codes.'),
    is_required: z.boolean().describe('True if the account requires a second factor of its members.'),
  })
  .describe('The second factor of a person: codes of an authenticator app, and recovery codes.');

export const secondFactorResponse = z.object({ data: secondFactor });

const code = text(32).describe('The current code of the authenticator app, or a recovery code.');

export const setUpSecondFactorRequest = z.object({ password: text(1024) });

export const setUpSecondFactorResponse = z.object({
  message: z.string(),
  data: z.object({
    secret: z.string().describe('For apps without a camera, in base32.'),
    url: z.string().describe('`otpauth://` URL, the content of the QR code.'),
  }),
});

export const confirmSecondFactorRequest = z.object({ code });

export const recoveryCodesResponse = z.object({
  message: z.string(),
  data: z.object({
    recovery_codes: z.array(z.string()).describe('Each replaces one code. They are shown only once.'),
  }),
});

export const turnOffSecondFactorRequest = z.object({ password: text(1024), code });

export const requireSecondFactorRequest = z.object({
  required: flag().describe('True: members without a second factor can only set one up.'),
});
