import { z } from 'zod';
import { emailAddress } from './accounts.ts';
import { text } from './fields.ts';
import { LANGUAGE_CODES } from './languages.ts';
import { pageOf, pageQuery } from './pagination.ts';
import { role } from './role-field.ts';
import { isoTimestamp } from './timestamps.ts';

export const memberQuery = z.object({
  query: text(100).nullish().describe('Part of the name or email address.'),
  ...pageQuery(),
});

export const member = z
  .object({
    id: z.int().describe('Id of the person, the same in all accounts.'),
    name: z.string(),
    email: z.string(),
    role: role.describe('Role of the person in the account.'),
    is_you: z.boolean().describe('True for the person who makes the request.'),
    created_at: isoTimestamp.describe('When the person became a member.'),
  })
  .describe('A person who belongs to the account.');

export type Member = z.output<typeof member>;

export const memberPage = pageOf(member);
export const updateMemberRequest = z.object({ role: role.describe('The new role.') });
export const memberResponse = z.object({ message: z.string(), data: member });

export const invitationQuery = z.object(pageQuery());

export const invitation = z
  .object({
    id: z.int(),
    email: z.string(),
    role: role.describe('The role that the person gets.'),
    invited_by: z.string().nullable().describe('Name of the member; null for an API key.'),
    created_at: isoTimestamp,
    expires_at: isoTimestamp.describe('Seven days after it was created.'),
  })
  .describe('An invitation that has not been accepted yet.');

export type Invitation = z.output<typeof invitation>;

export const invitationPage = pageOf(invitation);

export const createInvitationRequest = z.object({
  email: emailAddress,
  role: role.describe('At most your own role.'),
});

export const createInvitationResponse = z.object({
  message: z.string(),
  data: invitation,
  url: z.string().describe('The link for the invited person. It is shown only once.'),
  is_emailed: z.boolean().describe('True if the link was sent to the person by email.'),
});

export const openInvitation = z
  .object({
    account: z.string().describe('Name of the account.'),
    email: z.string().describe('The address that the invitation is for.'),
    role: role.describe('The role that the person gets.'),
    has_login: z.boolean().describe('True if a person with this address exists and needs no new password.'),
    expires_at: isoTimestamp,
  })
  .describe('What an invitation link shows before it is accepted.');

export const openInvitationResponse = z.object({ data: openInvitation });

export const acceptInvitationRequest = z
  .object({
    name: text(255).nullish().describe('Required for a new person.'),
    password: text(1024)
      .nullish()
      .describe(
        'A new password of at least 8 characters, or the existing one. Not needed by the invited person’s own session.',
      ),
  })
  .describe('The session of the invited person, or the password.');

export const accountOfPerson = z
  .object({
    id: z.int(),
    name: z.string(),
    role: role.describe('Your role there.'),
    is_current: z.boolean().describe('True for the account of the request’s session.'),
  })
  .describe('An account that the person belongs to.');

export type AccountOfPerson = z.output<typeof accountOfPerson>;

export const acceptInvitationResponse = z.object({
  message: z.string(),
  data: accountOfPerson,
});

export const accountListResponse = z.object({ data: z.array(accountOfPerson) });
export const saveAccountRequest = z.object({ name: text(255) });
export const saveAccountResponse = z.object({ message: z.string(), data: accountOfPerson });

export const profile = z
  .object({
    id: z.int(),
    name: z.string(),
    email: z.string(),
    language: z.enum(LANGUAGE_CODES).describe('Language of emails to you.'),
    role: role.describe('In the account of the session.'),
  })
  .describe('The person who is logged in.');

export const profileResponse = z.object({ data: profile });

export const updateProfileRequest = z
  .object({
    name: text(255).nullish(),
    email: emailAddress.nullish(),
    language: z.enum(LANGUAGE_CODES).nullish().describe('Language of emails to you.'),
    new_password: text(1024, 8).nullish().describe('Ends your other sessions.'),
    current_password: text(1024).nullish().describe('Required to change the email address or password.'),
  })
  .describe('Fields that are absent or null stay unchanged.');

export const saveProfileResponse = z.object({ message: z.string(), data: profile });
