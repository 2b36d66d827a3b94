/** Error codes for recipients who have opted out. */
export const CLOUD_STOP_CODES: ReadonlySet<string> = new Set(['131050']);

/** Error codes for an invalid access token or missing permissions. */
export const CLOUD_CREDENTIAL_CODES: ReadonlySet<string> = new Set(['0', '3', '10', '190', '131005']);

/**
 * Explanations of the vendor's codes, with advice:
 * https://developers.facebook.com/docs/whatsapp/cloud-api/support/error-codes
 */
const EXPLANATIONS: ReadonlyMap<string, string> = new Map([
  ['0', 'The access token is no longer valid: create a new one.'],
  ['1', 'The carrier failed or did not understand the request.'],
  ['2', 'The carrier is temporarily overloaded or unavailable.'],
  ['3', 'The access token lacks the permission to send.'],
  ['4', 'The app has made too many requests. Try again later.'],
  ['10', 'The permission to send is missing or was revoked.'],
  ['33', 'The sender’s number no longer exists at the carrier.'],
  ['100', 'Part of the request is invalid, for example the recipient or a value.'],
  ['190', 'The access token has expired: create a new one.'],
  ['368', 'The business account is restricted because it violated the channel’s policy.'],
  ['80007', 'The business account has made too many requests. Try again later.'],
  ['130429', 'The sender exceeds its rate limit: send more slowly.'],
  ['130472', 'The channel does not deliver marketing messages to this person as part of an experiment.'],
  ['130497', 'The business may not send to people in that country.'],
  ['131000', 'The channel had an internal error.'],
  ['131005', 'The permission for this is missing or was revoked.'],
  ['131008', 'A required part of the message is missing.'],
  ['131009', 'A value is invalid, for example a text that is too long or a wrong number.'],
  ['131016', 'The channel is temporarily unavailable.'],
  ['131021', 'The recipient is the sender itself.'],
  [
    '131026',
    'The recipient has no account on the channel, cannot receive this type of message, or uses an old version.',
  ],
  ['131030', 'A test number can only send to listed recipients: add this one to the list.'],
  ['131031', 'The channel has locked the business account.'],
  ['131037', 'The sender’s display name is not approved yet.'],
  ['131042', 'The business account has a problem with its payment method.'],
  ['131045', 'The sender’s number is not registered with the channel.'],
  ['131047', 'The 24-hour window is closed: only an approved template can be sent.'],
  [
    '131048',
    'Too many messages from this sender were blocked or reported as spam, so the channel limits it.',
  ],
  ['131049', 'The channel decided not to deliver this marketing message to this person now.'],
  ['131050', 'The recipient does not want marketing messages from this business.'],
  ['131051', 'The channel does not support this type of message.'],
  ['131052', 'The customer’s attachment could not be fetched.'],
  ['131053', 'The attachment was rejected, for example because of its type.'],
  ['131062', 'A template with a one-time code can only be sent to a phone number.'],
  ['131056', 'Too many messages to this recipient in a short time: wait a few seconds.'],
  ['131057', 'The business account is under maintenance.'],
  ['132000', 'The number of values differs from the number of the template’s variables.'],
  ['132001', 'The template does not exist in this language, or is not approved.'],
  ['132005', 'The template is too long with these values.'],
  ['132007', 'The template violates the channel’s policy.'],
  ['132012', 'A value does not match the template’s variable.'],
  ['132015', 'The template is paused because recipients complained; edit it, or wait.'],
  ['132016', 'The template is permanently disabled because recipients complained.'],
  ['133004', 'The channel is temporarily unavailable.'],
  ['133010', 'The sender’s number is not registered with the channel.'],
  ['133016', 'The number was registered and deregistered too often. Try again later.'],
]);

/** Null if the code is unknown. */
export function explainCloudError(code: string): string | null {
  return EXPLANATIONS.get(code) ?? null;
}
