/** Error codes for recipients who have opted out. */
export const TWILIO_STOP_CODES: ReadonlySet<string> = new Set(['21610', '63014']);

/** Error codes for an account SID and auth token that do not match. */
export const TWILIO_CREDENTIAL_CODES: ReadonlySet<string> = new Set(['20003']);

/** Explanations of Twilio's codes, with advice: https://www.twilio.com/docs/api/errors */
const EXPLANATIONS: ReadonlyMap<string, string> = new Map([
  ['20003', 'The account SID and auth token do not match: enter them again.'],
  ['20404', 'The carrier does not know the account or template of the message: check both.'],
  ['20429', 'Too many requests to the carrier. Try again in a moment.'],
  ['21211', 'The recipient is not a valid phone number.'],
  ['21212', 'The sender is not a valid number of the account.'],
  ['21408', 'The account may not send to that country: allow the region in the carrier’s console.'],
  ['21602', 'The message has no text.'],
  ['21606', 'The sender’s number cannot send messages, or belongs to another account.'],
  [
    '21608',
    'A trial account can only send to verified numbers: verify the recipient or upgrade the account.',
  ],
  ['21609', 'The carrier cannot reach this installation: set PARLEY_PUBLIC_URL to its public URL.'],
  ['21610', 'The recipient has sent STOP to this number and gets no messages until they send START.'],
  ['21612', 'The carrier has no route from this sender to that recipient.'],
  ['21614', 'The recipient is not a mobile number.'],
  ['21617', 'The message is longer than 1,600 characters, the carrier’s limit.'],
  ['21619', 'The message has neither text nor template.'],
  ['21655', 'The template no longer exists in this account: sync the templates.'],
  ['21656', 'The values do not match the template’s variables.'],
  ['21660', 'The sender’s number belongs to another account.'],
  ['30001', 'Too many messages are queued at the carrier: send more slowly.'],
  ['30002', 'The carrier has suspended the account.'],
  ['30003', 'The handset is unreachable: switched off, without signal, or unable to receive messages.'],
  ['30004', 'The recipient has blocked messages, or the network does not deliver to them.'],
  ['30005', 'The number is unknown or no longer in service.'],
  ['30006', 'The number is a landline, or its network is unreachable.'],
  ['30007', 'The network filtered the message as spam.'],
  ['30008', 'The delivery failed for an unknown reason.'],
  ['30034', 'The sender’s number is not registered for business messages in the United States.'],
  ['63001', 'The channel does not accept the carrier’s credentials for this sender.'],
  ['63003', 'The recipient has no account on this channel.'],
  ['63005', 'The channel did not accept the content.'],
  ['63007', 'The account has no sender with this number on this channel.'],
  ['63008', 'The sender’s setup at the carrier is incomplete.'],
  ['63010', 'The channel had an internal error.'],
  ['63012', 'The channel’s service failed.'],
  ['63013', 'The message violates the channel’s policy.'],
  ['63014', 'The recipient has blocked this sender or opted out of its messages.'],
  ['63015', 'The recipient has not joined the carrier’s test sender.'],
  ['63016', 'The 24-hour window is closed: only an approved template can be sent.'],
  ['63018', 'The sender exceeds the channel’s rate limit: send more slowly.'],
  ['63019', 'The channel could not fetch the attachment.'],
  ['63020', 'The business has not accepted the carrier’s invitation on the channel yet.'],
  [
    '63021',
    'The channel does not accept this content: a template over 1,024 characters, or an unsupported type.',
  ],
  ['63024', 'The recipient is invalid: no account on the channel, or the sender itself.'],
  ['63027', 'The template does not exist in this language.'],
  ['63028', 'The number of values differs from the number of the template’s variables.'],
  ['63030', 'The channel does not support part of the message, such as an attachment with a template.'],
  [
    '63032',
    'The channel does not deliver messages to this person (an experiment or a limit of the channel).',
  ],
  ['63033', 'The recipient has blocked this business.'],
  ['63038', 'The account has reached its daily message limit.'],
  ['63040', 'The channel has rejected the template.'],
  ['63041', 'The template is paused because recipients complained; the channel resumes it automatically.'],
  ['63042', 'The template is disabled because recipients complained.'],
  ['63049', 'The channel decided not to deliver this marketing message to this person now.'],
  ['63051', 'The channel has locked the business account.'],
]);

/** Null if the code is unknown. */
export function explainTwilioError(code: string): string | null {
  return EXPLANATIONS.get(code) ?? null;
}
