/** Error codes for recipients who have opted out. */
export const CLOUD_STOP_CODES: ReadonlySet<string> = new Set(['131050']);

/** What the vendor's codes mean, and what to do: https://developers.facebook.com/docs/whatsapp/cloud-api/support/error-codes */
const EXPLANATIONS: ReadonlyMap<string, string> = new Map([
  ['0', 'The access token is not accepted any more: make a new one.'],
  ['1', 'The carrier failed, or did not understand the request.'],
  ['2', 'The carrier is overloaded or down for the moment.'],
  ['3', 'The access token lacks the permission to send.'],
  ['4', 'The app has made too many requests; the carrier takes more in a while.'],
  ['10', 'The permission to send was not given or was taken away.'],
  ['33', 'The sender’s number does not exist at the carrier any more.'],
  ['100', 'A part of the request is not valid, for example the recipient or a value.'],
  ['190', 'The access token has expired: make a new one.'],
  ['368', 'The business account is restricted because it broke a rule of the channel.'],
  ['80007', 'The business account has made too many requests; the carrier takes more in a while.'],
  ['130429', 'The sender sends faster than it may: send more slowly.'],
  ['130472', 'The channel holds marketing messages to this person back as part of an experiment.'],
  ['130497', 'The business may not send to people in that country.'],
  ['131000', 'The channel failed inside.'],
  ['131005', 'The permission for this was not given or was taken away.'],
  ['131008', 'A required part of the message is missing.'],
  ['131009', 'A value is not valid, for example a text that is too long or a wrong number.'],
  ['131016', 'The channel is not available for the moment.'],
  ['131021', 'The recipient is the sender itself.'],
  [
    '131026',
    'The recipient has no account on the channel, cannot take this kind of message, or has an old version.',
  ],
  ['131030', 'A test number sends to listed recipients only: add this one to the list.'],
  ['131031', 'The channel has locked the business account.'],
  ['131037', 'The sender’s display name is not approved yet.'],
  ['131042', 'The business account has a problem with its payment method.'],
  ['131045', 'The sender’s number is not registered with the channel.'],
  ['131047', 'The 24-hour window is closed: only an approved template can be sent.'],
  ['131048', 'Too many messages of this sender were blocked or taken for spam: the channel limits it.'],
  ['131049', 'The channel chose not to deliver this marketing message to this person now.'],
  ['131050', 'The recipient does not want marketing messages of this business.'],
  ['131051', 'The channel does not know this kind of message.'],
  ['131052', 'The customer’s attachment could not be fetched.'],
  ['131053', 'The attachment could not be taken, for example because of its type.'],
  ['131062', 'A template with a one-time code can only be sent to a phone number.'],
  ['131056', 'Too many messages to this one recipient in a short time: wait some seconds.'],
  ['131057', 'The business account is being maintained for the moment.'],
  ['132000', 'The number of values is not the number of the template’s variables.'],
  ['132001', 'The template does not exist in this language, or is not approved.'],
  ['132005', 'The template is too long with these values.'],
  ['132007', 'The template breaks a rule of the channel.'],
  ['132012', 'A value does not fit the template’s variable.'],
  ['132015', 'The template is paused because recipients complained; edit it, or wait.'],
  ['132016', 'The template is disabled for good because recipients complained.'],
  ['133004', 'The channel is not available for the moment.'],
  ['133010', 'The sender’s number is not registered with the channel.'],
  ['133016', 'The number was registered and deregistered too often; it works again in a while.'],
]);

/** Null: a code that is not in the table. */
export function explainCloudError(code: string): string | null {
  return EXPLANATIONS.get(code) ?? null;
}
