import twilio from 'twilio';

/** Twilio's own client. It sends every request to `origin` instead of Twilio's hosts. */
export function twilioSdk(origin: string, account: { accountSid: string; authToken: string }): twilio.Twilio {
  const client = twilio(account.accountSid, account.authToken);
  const send = client.httpClient.request.bind(client.httpClient);
  client.httpClient.request = (options) => {
    const { pathname, search } = new URL(options.uri);
    return send({ ...options, uri: `${origin}${pathname}${search}` });
  };
  return client;
}
