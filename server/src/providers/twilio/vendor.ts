import type { MessagingVendor } from '../interfaces/messaging-carrier.ts';
import { type TwilioOptions, twilioApi } from './api.ts';
import { checkAccount } from './check-account.ts';
import { asTwilioCredentials, twilioCredentials } from './credentials.ts';
import { explainTwilioError, TWILIO_STOP_CODES } from './errors.ts';
import { readMedia } from './media.ts';
import { readRequest } from './read-request.ts';
import { MAX_TEXT_CHARACTERS, sendMessage } from './send-message.ts';
import { listTemplates } from './templates.ts';

/** Chat messages and SMS over Twilio's REST API and its signed webhooks. */
export function createTwilioVendor(options: TwilioOptions): MessagingVendor {
  return {
    name: 'twilio',
    channels: ['msgapp', 'sms'],
    maxTextCharacters: MAX_TEXT_CHARACTERS,
    credentials: twilioCredentials,
    explain: explainTwilioError,
    stopCodes: TWILIO_STOP_CODES,
    connect: (value) => {
      const credentials = asTwilioCredentials(value);
      const api = twilioApi(options, credentials);
      return {
        check: (phoneNumber, signal) => checkAccount(api, phoneNumber, signal),
        send: (message, signal) => sendMessage(api, message, signal),
        listTemplates: (signal) => listTemplates(api, signal),
        readMedia: (media, signal) => readMedia(api, media, signal),
        readRequest: (request) => readRequest(credentials.auth_token, request),
      };
    },
  };
}
