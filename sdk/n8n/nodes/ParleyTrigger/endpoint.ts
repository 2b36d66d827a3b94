import type { IDataObject, IHookFunctions } from 'n8n-workflow';
import { asDataObject, asDataObjects, send } from '../../api/request.ts';

const PATH = '/user/webhook-endpoints';

/** True if Parley sends the chosen events to the workflow's URL. */
export async function isSubscribed(context: IHookFunctions): Promise<boolean> {
  const endpoint = await findEndpoint(context);
  if (endpoint === null || endpoint['is_active'] !== true || endpoint['status'] !== 'enabled') return false;
  const events = chosenEvents(context);
  const subscribed = [endpoint['events']].flat();
  return events.length === subscribed.length && events.every((event) => subscribed.includes(event));
}

/** Subscribes the workflow's URL to the chosen events. */
export async function subscribe(context: IHookFunctions): Promise<void> {
  const endpoint = await findEndpoint(context);
  const body = {
    url: webhookUrl(context),
    events: chosenEvents(context),
    description: `n8n: ${context.getWorkflow().name ?? 'workflow'}`.slice(0, 255),
    is_active: true,
  };
  if (endpoint === null) await send(context, { method: 'POST', path: PATH, body });
  else await send(context, { method: 'PUT', path: `${PATH}/${endpoint['id']}`, body });
}

/** Also deletes the endpoint's unsent webhooks. */
export async function unsubscribe(context: IHookFunctions): Promise<void> {
  const endpoint = await findEndpoint(context);
  if (endpoint !== null) await send(context, { method: 'DELETE', path: `${PATH}/${endpoint['id']}` });
}

async function findEndpoint(context: IHookFunctions): Promise<IDataObject | null> {
  const { data } = asDataObject(await send(context, { method: 'GET', path: PATH }));
  const url = webhookUrl(context);
  return asDataObjects(data).find((endpoint) => endpoint['url'] === url) ?? null;
}

function webhookUrl(context: IHookFunctions): string {
  return new URL(context.getNodeWebhookUrl('default') ?? '').href;
}

/** All events include the others. */
function chosenEvents(context: IHookFunctions): string[] {
  const chosen = [context.getNodeParameter('events')].flat().map(String);
  return chosen.includes('*') ? ['*'] : chosen;
}
