import { createHash } from 'node:crypto';
import { type IDataObject, type IExecuteFunctions, NodeOperationError } from 'n8n-workflow';
import { OPERATIONS } from '../../api/generated/operations.ts';
import { type ApiRequest, asDataObject, asDataObjects, send } from '../../api/request.ts';
import { type Action, RESOURCES } from './actions.ts';
import { apiValue } from './controls.ts';

const PAGE_SIZE = 100;

/** Carries out the chosen action for an input item. Returns the objects of the answer. */
export async function perform(context: IExecuteFunctions, item: number): Promise<IDataObject[]> {
  const action = chosenAction(context, item);
  const { method, path, isPaged, isIdempotent } = OPERATIONS[action.api];
  const { target, fields } = intoPath(path, readFields(context, item, action));
  const request: ApiRequest = { method, path: target, item };
  if (isPaged) return readPages(context, item, { ...request, qs: fields });
  if (method === 'GET') return objectsOf(await send(context, { ...request, qs: fields }));
  const body = action.body === undefined ? fields : await action.body(context, item, fields);
  const headers = isIdempotent ? { 'Idempotency-Key': idempotencyKey(context, item, [target, fields]) } : {};
  return objectsOf(await send(context, { ...request, body, headers }));
}

function chosenAction(context: IExecuteFunctions, item: number): Action {
  const resource = String(context.getNodeParameter('resource', item));
  const operation = String(context.getNodeParameter('operation', item));
  const action = RESOURCES[resource]?.actions[operation];
  if (action !== undefined) return action;
  throw new NodeOperationError(context.getNode(), `The node has no operation ${resource}.${operation}.`, {
    itemIndex: item,
  });
}

function readFields(context: IExecuteFunctions, item: number, action: Action): IDataObject {
  const { required = {}, optional = {}, fixed = {} } = action;
  const given = asDataObject(context.getNodeParameter('optional', item, {}));
  const all = [
    ...Object.keys(required).map((name) => [name, context.getNodeParameter(name, item, '')] as const),
    ...Object.keys(optional).map((name) => [name, given[name]] as const),
  ];
  const values = all.map(([name, value]) => [name, apiValue(value)] as const);
  return asDataObject({ ...Object.fromEntries(values.filter(([, value]) => value !== undefined)), ...fixed });
}

/** Moves the fields of the path out of the others. */
function intoPath(path: string, all: IDataObject): { target: string; fields: IDataObject } {
  const fields = { ...all };
  const target = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    delete fields[name];
    return encodeURIComponent(String(all[name] ?? ''));
  });
  return { target, fields };
}

async function readPages(
  context: IExecuteFunctions,
  item: number,
  { qs, ...request }: ApiRequest,
): Promise<IDataObject[]> {
  const isAll = context.getNodeParameter('returnAll', item, false) === true;
  const limit = isAll ? Number.POSITIVE_INFINITY : Number(context.getNodeParameter('limit', item, 50));
  const found: IDataObject[] = [];
  for (let page = 1; ; page += 1) {
    const per_page = Math.min(limit, PAGE_SIZE);
    const answer = asDataObject(await send(context, { ...request, qs: { ...qs, page, per_page } }));
    found.push(...asDataObjects(answer['data']));
    if (found.length >= limit || page >= Number(answer['last_page'])) return found.slice(0, limit);
  }
}

/** The rows of a list, the data of an object, or the whole answer without data. */
function objectsOf(answer: unknown): IDataObject[] {
  if (Array.isArray(answer)) return asDataObjects(answer);
  const whole = asDataObject(answer);
  const { data } = whole;
  if (Array.isArray(data)) return asDataObjects(data);
  return [Object.keys(asDataObject(data)).length > 0 ? asDataObject(data) : whole];
}

/** The same key for n8n's retries of an item in one run of the node, so that the server acts only once. */
function idempotencyKey(context: IExecuteFunctions, item: number, request: unknown[]): string {
  const run = [
    context.getExecutionId(),
    context.getNode().id,
    context.evaluateExpression('{{$runIndex}}', item),
  ];
  return createHash('sha256')
    .update(JSON.stringify([...run, item, ...request]))
    .digest('hex');
}
