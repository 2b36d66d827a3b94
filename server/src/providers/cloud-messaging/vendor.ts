import type { MessagingVendor } from '../interfaces/messaging-carrier.ts';
import { type CloudOptions, cloudApi } from './api.ts';
import { checkAccount } from './check-account.ts';
import { asCloudCredentials, cloudCredentials } from './credentials.ts';
import { CLOUD_STOP_CODES, explainCloudError } from './errors.ts';
import { readMedia } from './media.ts';
import { readRequest } from './read-request.ts';
import { MAX_TEXT_CHARACTERS, sendMessage } from './send-message.ts';
import { listTemplates } from './templates.ts';

/** Chat messages over the Cloud API: Graph-like REST, and webhooks signed with the app's secret. */
export function createCloudVendor(options: CloudOptions): MessagingVendor {
  return {
    name: 'cloud',
    channels: ['msgapp'],
    maxTextCharacters: MAX_TEXT_CHARACTERS,
    credentials: cloudCredentials,
    explain: explainCloudError,
    stopCodes: CLOUD_STOP_CODES,
    connect: (value) => {
      const credentials = asCloudCredentials(value);
      const api = cloudApi(options, credentials);
      return {
        check: (phoneNumber, signal) => checkAccount(api, phoneNumber, signal),
        send: (message, signal) => sendMessage(api, message, signal),
        listTemplates: (signal) => listTemplates(api, signal),
        readMedia: (media, signal) => readMedia(api, media, signal),
        readRequest: (request) => readRequest(credentials, request),
      };
    },
  };
}
