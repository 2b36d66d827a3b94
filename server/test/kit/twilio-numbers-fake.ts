import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { startLoopbackServer } from './loopback-server.ts';

/** Response to the next purchase; later ones succeed. With `sold-…` the account gets the number nevertheless. */
export type PurchaseBehavior =
  | { kind: 'hang' | 'reset' | 'sold-and-hang' | 'sold-and-reset' | 'sold-and-garbled' | 'sold-and-500' }
  | { kind: 'answer'; status: number; body: unknown };

export interface FakeNumber {
  phoneNumber: string;
  country: string;
  kind: 'Local' | 'Mobile';
  sms: boolean;
  locality?: string;
  region?: string;
}

interface OwnedNumber {
  sid: string;
  phone_number: string;
  friendly_name: string;
  sms_url: string;
  capabilities: { voice: boolean; sms: boolean; mms: boolean; fax: boolean };
}

/** A request as Twilio parses it. */
export interface SeenRequest {
  method: string;
  path: string;
  authorization: string;
  parameters: Record<string, string>;
}

type Reply = { status: number; body?: unknown } | 'silence' | 'cut' | 'garbled';
type Parameters = Record<string, string>;

const MISSING: Reply = { status: 404, body: { code: 20404, message: 'not found', status: 404 } };

/** Twilio's REST API for buying phone numbers on loopback, with its own stock and ledger. */
export class TwilioNumbersFake {
  readonly stock: FakeNumber[] = [];
  readonly owned: OwnedNumber[] = [];
  readonly requests: SeenRequest[] = [];
  /** How many numbers the account has ever bought. */
  sold = 0;
  /** Prices by country. Other countries are unknown. */
  readonly prices = new Map<string, { price_unit: unknown; phone_number_prices: unknown }>();
  /** If true, every request is answered with 500. */
  isDown = false;
  readonly origin: string;
  readonly close: () => Promise<void>;
  readonly #behaviors: PurchaseBehavior[] = [];
  readonly #waiting: (() => void)[] = [];

  constructor(server: { origin: string; close(): Promise<void> }) {
    this.origin = server.origin;
    this.close = server.close;
  }

  behave(...behaviors: PurchaseBehavior[]): void {
    this.#behaviors.splice(0, this.#behaviors.length, ...behaviors);
  }

  /** Resolves when the next purchase has arrived. */
  nextPurchase(): Promise<void> {
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  /** @param path path below the account */
  answer({ method, parameters }: SeenRequest, path: string): Reply {
    if (path === '.json') return { status: 200, body: { friendly_name: 'Mill Inn', status: 'active' } };
    const [, country, kind] = /^\/AvailablePhoneNumbers\/([A-Z]{2})\/(Local|Mobile)\.json$/.exec(path) ?? [];
    if (country !== undefined) return this.#search({ country, kind, parameters });
    if (path === '/IncomingPhoneNumbers.json' && method === 'POST') return this.#purchase(parameters);
    if (path === '/IncomingPhoneNumbers.json') return this.#list(parameters);
    const [, sid] = /^\/IncomingPhoneNumbers\/(PN[0-9a-f]{32})\.json$/.exec(path) ?? [];
    return sid !== undefined && method === 'DELETE' ? this.#release(sid) : MISSING;
  }

  priceList(country: string): Reply {
    const list = this.prices.get(country);
    return list === undefined ? MISSING : { status: 200, body: { iso_country: country, ...list } };
  }

  #search(about: { country: string; kind: string | undefined; parameters: Parameters }): Reply {
    const { Contains: contains, SmsEnabled: sms, PageSize: size = '50' } = about.parameters;
    const ofKind = this.stock.filter(({ country, kind }) => country === about.country && kind === about.kind);
    if (ofKind.length === 0) return MISSING;
    if (contains !== undefined && contains.length < 2) return { status: 400, body: { code: 21612 } };
    const fitting = ofKind.filter(
      (number) =>
        (contains === undefined || number.phoneNumber.includes(contains)) && (sms !== 'true' || number.sms),
    );
    const page = fitting.slice(0, Number(size)).map((number) => ({
      friendly_name: number.phoneNumber,
      phone_number: number.phoneNumber,
      locality: number.locality ?? null,
      region: number.region ?? null,
      iso_country: number.country,
      capabilities: { voice: true, SMS: number.sms, MMS: false },
    }));
    return { status: 200, body: { available_phone_numbers: page, uri: '' } };
  }

  #purchase(parameters: Parameters): Reply {
    const behavior = this.#behaviors.shift();
    for (const wake of this.#waiting.splice(0)) wake();
    if (behavior?.kind === 'hang') return 'silence';
    if (behavior?.kind === 'reset') return 'cut';
    if (behavior?.kind === 'answer') return behavior;
    const number = this.#sell(parameters);
    if (number === null) return { status: 400, body: { code: 21422, message: 'not available', status: 400 } };
    switch (behavior?.kind) {
      case 'sold-and-hang':
        return 'silence';
      case 'sold-and-reset':
        return 'cut';
      case 'sold-and-garbled':
        return 'garbled';
      case 'sold-and-500':
        return { status: 500, body: { message: 'later' } };
      default:
        return { status: 201, body: number };
    }
  }

  #sell(parameters: Parameters): OwnedNumber | null {
    const place = this.stock.findIndex(({ phoneNumber }) => phoneNumber === parameters['PhoneNumber']);
    const [offer] = place === -1 ? [] : this.stock.splice(place, 1);
    if (offer === undefined) return null;
    this.sold += 1;
    const number = {
      sid: `PN${String(this.sold).padStart(32, '0')}`,
      phone_number: offer.phoneNumber,
      friendly_name: parameters['FriendlyName'] ?? offer.phoneNumber,
      sms_url: parameters['SmsUrl'] ?? '',
      capabilities: { voice: true, sms: offer.sms, mms: false, fax: false },
    };
    this.owned.push(number);
    return number;
  }

  #list({ PhoneNumber: number, FriendlyName: name }: Parameters): Reply {
    const found = this.owned.filter(
      (one) =>
        (number === undefined || one.phone_number.includes(number)) &&
        (name === undefined || one.friendly_name === name),
    );
    return { status: 200, body: { incoming_phone_numbers: found, page: 0, page_size: 50, uri: '' } };
  }

  #release(sid: string): Reply {
    const place = this.owned.findIndex((one) => one.sid === sid);
    if (place === -1) return MISSING;
    this.owned.splice(place, 1);
    return { status: 204 };
  }
}

export async function startTwilioNumbersFake(account: {
  accountSid: string;
  authToken: string;
}): Promise<TwilioNumbersFake> {
  const root = `/2010-04-01/Accounts/${account.accountSid}`;
  const login = `Basic ${Buffer.from(`${account.accountSid}:${account.authToken}`).toString('base64')}`;
  const server = await startLoopbackServer(async (request, response) => {
    const seen = await read(request);
    fake.requests.push(seen);
    if (fake.isDown) return send(response, { status: 500 });
    if (seen.authorization !== login) return send(response, { status: 401, body: { code: 20003 } });
    const [, country] = /^\/v1\/PhoneNumbers\/Countries\/([A-Z]{2})$/.exec(seen.path) ?? [];
    if (country !== undefined) return send(response, fake.priceList(country));
    return send(response, fake.answer(seen, seen.path.slice(root.length)));
  });
  const fake = new TwilioNumbersFake(server);
  return fake;
}

async function read(request: IncomingMessage): Promise<SeenRequest> {
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://fake');
  const form = new URLSearchParams(await text(request));
  const { authorization = '' } = request.headers;
  const parameters = Object.fromEntries([...searchParams, ...form]);
  return { method: request.method ?? '', path: pathname, authorization, parameters };
}

function send(response: ServerResponse, reply: Reply): void {
  if (reply === 'silence') return;
  if (reply === 'cut') {
    response.socket?.destroy();
  } else if (reply === 'garbled') {
    response.writeHead(201, { 'content-type': 'application/json' }).end('{"sid": "PN');
  } else {
    const body = reply.body === undefined ? undefined : JSON.stringify(reply.body);
    response.writeHead(reply.status, { 'content-type': 'application/json' }).end(body);
  }
}
