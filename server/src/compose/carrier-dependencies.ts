import { countryOf } from '#contract/phone-numbers.ts';
import { numberShopOf, type Secrets } from '../config/config.ts';
import { openOtherProcesses } from '../http/other-processes.ts';
import { findInboundProcess } from '../modules/calls/lifecycle/call-store.ts';
import type { MessageDependencies } from '../modules/messages/dependencies.ts';
import { CALLBACK_PATH } from '../modules/messages/inbound/callback-sender.ts';
import { createCarrierConnections } from '../modules/messages/senders/carrier-connections.ts';
import { smsCallbackUrl } from '../modules/messages/sms/callback-url.ts';
import { takenNumbers } from '../modules/phone-numbers/actions.ts';
import type { PhoneNumberDependencies } from '../modules/phone-numbers/wiring/dependencies.ts';
import type { CallCarrier } from '../providers/interfaces/call-carrier.ts';
import type { MessagingCarrier } from '../providers/interfaces/messaging-carrier.ts';
import { SANDBOX_CARRIER } from '../providers/interfaces/sandbox-reports.ts';
import type { TelephonyNumbers } from '../providers/interfaces/telephony-numbers.ts';
import { createProcessAddresses } from '../work/process-addresses.ts';
import { carrierHttp } from './carrier-http.ts';
import { inboundCallsUrl } from './carrier-webhooks/carrier-route.ts';
import type { CarrierService } from './carrier-webhooks/carrier-service.ts';
import { MAX_STREAM_MESSAGE_BYTES } from './carrier-webhooks/routes.ts';
import type { ModuleDeps } from './module-deps.ts';
import {
  composeMessagingVendors,
  composeSandboxNumbers,
  composeTwilioCalls,
  composeTwilioNumbers,
} from './providers.ts';
import { createSandboxSchedule } from './sandbox-reports.ts';
import { ChangingCarrier } from './vendors/changing-carrier.ts';
import type { LiveProviders } from './vendors/provider-set.ts';

/** Service for carriers whose call audio arrives over WebSockets. */
export function composeCarrierService(deps: ModuleDeps, follow: LiveProviders['follow']): CarrierService {
  const { config, database, clock, log, processId, disposer, outbound } = deps;
  const options = { http: carrierHttp(outbound), apiUrl: config.messagingApiUrls.twilio };
  const carriers = new Map<string, CallCarrier>();
  let changing: ChangingCarrier | null = null;
  followTwilio(follow, ({ twilio }) => {
    const carrier = composeTwilioCalls({ twilio }, options);
    if (changing !== null) return changing.use(carrier);
    if (carrier === null) return;
    // Stays when the account is disconnected, for calls under way.
    changing = new ChangingCarrier(carrier);
    carriers.set('twilio', changing);
  });
  const addresses = createProcessAddresses(database, processId);
  const others = openOtherProcesses(addresses, { log, maxMessageBytes: MAX_STREAM_MESSAGE_BYTES });
  disposer.own('other processes', others, (owned) => owned.close());
  return {
    processId,
    clock,
    others,
    routes: new Map(),
    carriers,
    inboundHolder: (call) => findInboundProcess(database, call),
  };
}

/** Phone numbers and their providers. */
export function composePhoneNumbers(
  deps: ModuleDeps,
  follow: LiveProviders['follow'],
): PhoneNumberDependencies {
  const { config, database, secretBox, processId, shutdown, log, outbound } = deps;
  const options = {
    http: carrierHttp(outbound),
    apiUrl: config.messagingApiUrls.twilio,
    countryOf,
    // Carriers can only reach this server at a public URL.
    inboundUrl: config.publicUrl === null ? null : smsCallbackUrl(config.publicUrl, 'twilio'),
    callsUrl: config.publicUrl === null ? null : inboundCallsUrl(config.publicUrl, 'twilio'),
  };
  const sandbox = composeSandboxNumbers((numbers) => takenNumbers(database, numbers));
  // The sandbox is included even when it is off, because its numbers can still be released.
  const carriers = new Map([[sandbox.name, sandbox]]);
  followTwilio(follow, ({ twilio }) => {
    const numbers = composeTwilioNumbers({ twilio }, options);
    if (numbers === null) carriers.delete('twilio');
    else carriers.set('twilio', numbers);
  });
  const shop = (): TelephonyNumbers | null =>
    carriers.get(numberShopOf(config, { hasTwilio: carriers.has('twilio') }) ?? '') ?? null;
  return { database, secretBox, carriers, shop, processId, lifetime: shutdown.turnsDeadline, log };
}

/** Senders, SMS numbers and their carriers. */
export function composeMessages(
  deps: ModuleDeps,
  follow: LiveProviders['follow'],
  rest: Pick<MessageDependencies, 'blacklist' | 'conversations' | 'answering'>,
): MessageDependencies {
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
    ...rest,
    database,
    clock,
    log,
    secretBox,
    vendors,
    processId,
    prices: config.prices,
    carrierOf: createCarrierConnections(open, secretBox),
    callbackUrl: (webhookKey) => `${origin()}/api${CALLBACK_PATH}/${webhookKey}`,
    smsCarriers: connectSmsCarriers(follow, open),
    smsCallbackUrl: (provider) => smsCallbackUrl(origin(), provider),
    lifetime: shutdown.turnsDeadline,
  };
}

/** The installation's accounts at SMS carriers. @param open vendors in use */
function connectSmsCarriers(
  follow: LiveProviders['follow'],
  open: MessageDependencies['vendors'],
): MessageDependencies['smsCarriers'] {
  const carriers = new Map<string, MessagingCarrier>();
  const connect = (name: string, credentials: unknown): void => {
    const carrier = open.get(name)?.connect(credentials);
    if (carrier !== undefined) carriers.set(name, carrier);
  };
  connect(SANDBOX_CARRIER, {});
  followTwilio(follow, ({ twilio }) => {
    carriers.delete('twilio');
    if (twilio !== null) connect('twilio', { account_sid: twilio.accountSid, auth_token: twilio.authToken });
  });
  return carriers;
}

/** Calls the listener now and when another Twilio account is connected, or none. */
function followTwilio(
  follow: LiveProviders['follow'],
  listener: (secrets: Pick<Secrets, 'twilio'>) => void,
): void {
  let known: string | null = null;
  follow(({ twilio }) => {
    const account = JSON.stringify(twilio);
    if (account === known) return;
    known = account;
    listener({ twilio });
  });
}
