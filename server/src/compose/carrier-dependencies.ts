import { countryOf } from '#contract/phone-numbers.ts';
import { createProcessAddresses } from '../jobs/process-addresses.ts';
import { findInboundProcess } from '../modules/calls/actions.ts';
import { CALLBACK_PATH, type ChannelDependencies } from '../modules/channels/actions.ts';
import { createCarrierConnections } from '../modules/channels/senders/carrier-connections.ts';
import { type PhoneNumberDependencies, takenNumbers } from '../modules/phone-numbers/actions.ts';
import { type SmsCarrier, type SmsDependencies, smsCallbackUrl } from '../modules/sms/actions.ts';
import { SANDBOX_CARRIER } from '../providers/interfaces/sandbox-reports.ts';
import { carrierHttp } from './carrier-http.ts';
import { inboundCallsUrl } from './carrier-webhooks/carrier-route.ts';
import type { CarrierService } from './carrier-webhooks/carrier-service.ts';
import { openOtherProcesses } from './carrier-webhooks/other-processes.ts';
import { MAX_STREAM_MESSAGE_BYTES } from './carrier-webhooks/routes.ts';
import type { ModuleDeps } from './module-deps.ts';
import {
  composeMessagingVendors,
  composeSandboxNumbers,
  composeTwilioCalls,
  composeTwilioNumbers,
} from './providers.ts';
import { createSandboxSchedule } from './sandbox-reports.ts';

/** Service for carriers whose call audio arrives over WebSockets. */
export function composeCarrierService(deps: ModuleDeps): CarrierService {
  const { config, secrets, database, clock, log, processId, disposer, outbound } = deps;
  const apiUrl = config.messagingApiUrls.twilio;
  const twilio = composeTwilioCalls(secrets, { http: carrierHttp(outbound), apiUrl });
  const addresses = createProcessAddresses(database, processId);
  const others = openOtherProcesses(addresses, { log, maxMessageBytes: MAX_STREAM_MESSAGE_BYTES });
  disposer.own('other processes', others, (owned) => owned.close());
  return {
    processId,
    clock,
    others,
    routes: new Map(),
    carriers: new Map(twilio === null ? [] : [['twilio', twilio]]),
    inboundHolder: (call) => findInboundProcess(database, call),
  };
}

/** Phone numbers and their providers. */
export function composePhoneNumbers(deps: ModuleDeps): PhoneNumberDependencies {
  const { config, secrets, database, secretBox, processId, shutdown, log, outbound } = deps;
  const twilio = composeTwilioNumbers(secrets, {
    http: carrierHttp(outbound),
    apiUrl: config.messagingApiUrls.twilio,
    countryOf,
    // Carriers can only reach this server at a public URL.
    inboundUrl: config.publicUrl === null ? null : smsCallbackUrl(config.publicUrl, 'twilio'),
    callsUrl: config.publicUrl === null ? null : inboundCallsUrl(config.publicUrl, 'twilio'),
  });
  const sandbox = composeSandboxNumbers((numbers) => takenNumbers(database, numbers));
  // The sandbox is included even when it is off, because its numbers can still be released.
  const carriers = new Map([sandbox, ...(twilio === null ? [] : [twilio])].map((one) => [one.name, one]));
  const shop = carriers.get(config.numberShop ?? '') ?? null;
  return { database, secretBox, carriers, shop, processId, lifetime: shutdown.turnsDeadline, log };
}

/** Senders of the messaging channel and their carriers. */
export function composeChannels(
  deps: ModuleDeps,
  blacklist: ChannelDependencies['blacklist'],
): ChannelDependencies {
  const { config, log, clock, database, overrides, secretBox, shutdown, processId, origin, outbound } = deps;
  const offered = composeMessagingVendors({
    http: carrierHttp(outbound),
    schedule: createSandboxSchedule(database, deps.sharedClock),
    apiUrls: config.messagingApiUrls,
  });
  // The sandbox is included even when it is off, because its messages are still shown.
  const vendors = new Map([...offered, ...(overrides.messagingVendors ?? [])].map((one) => [one.name, one]));
  const open = new Map([...vendors].filter(([name]) => name !== SANDBOX_CARRIER || config.isSandboxOpen));
  return {
    database,
    clock,
    log,
    secretBox,
    vendors,
    processId,
    blacklist,
    prices: config.prices,
    carrierOf: createCarrierConnections(open, secretBox),
    callbackUrl: (webhookKey) => `${origin()}/api${CALLBACK_PATH}/${webhookKey}`,
    lifetime: shutdown.turnsDeadline,
  };
}

/** SMS over the carriers of the installation's numbers. */
export function composeSms(
  { config, secrets, log, clock, database, processId, shutdown, origin }: ModuleDeps,
  { vendors, blacklist }: Pick<ChannelDependencies, 'vendors' | 'blacklist'>,
): SmsDependencies {
  const { twilio } = secrets;
  const accounts = new Map<string, unknown>([
    ...(config.isSandboxOpen ? ([['sandbox', {}]] as const) : []),
    ...(twilio === null
      ? []
      : ([['twilio', { account_sid: twilio.accountSid, auth_token: twilio.authToken }]] as const)),
  ]);
  const carriers = new Map<string, SmsCarrier>();
  for (const [name, credentials] of accounts) {
    const vendor = vendors.get(name);
    if (vendor !== undefined) carriers.set(name, { vendor, carrier: vendor.connect(credentials) });
  }
  return {
    database,
    clock,
    log,
    carriers,
    processId,
    blacklist,
    prices: config.prices,
    callbackUrl: (provider) => smsCallbackUrl(origin(), provider),
    lifetime: shutdown.turnsDeadline,
  };
}
