import { z } from 'zod';
import { pathId } from '#contract/fields.ts';
import {
  createTrunkRequest,
  saveTrunkResponse,
  trunkListResponse,
  trunkResponse,
  updateTrunkRequest,
} from '#contract/phone-numbers.ts';
import { defineRoute, type Route } from '../../../http/route.ts';
import { visibleTo } from '../../../http/secret-headers.ts';
import {
  changeTrunk,
  checkTrunk,
  createTrunk,
  listTrunks,
  readTrunk,
  type TrunkDependencies,
} from './trunk-verbs.ts';

const shared = { tag: 'SIP trunks', access: 'account', errors: 'error', resource: 'SIP trunk' } as const;
const params = z.object({ id: pathId() });
const path = '/user/phone-numbers/sip-trunks';

export function trunkRoutes(dependencies: TrunkDependencies): Route[] {
  return [...readRoutes(dependencies), ...writeRoutes(dependencies)];
}

function readRoutes(dependencies: TrunkDependencies): Route[] {
  return [
    defineRoute({
      ...shared,
      method: 'GET',
      operationId: 'sipTrunks.list',
      path,
      summary: 'List all SIP trunks',
      success: { status: 200, schema: trunkListResponse },
      handle: async (context) => ({
        data: visibleTo(context.actor.role, 'admin', await listTrunks(dependencies, context)),
      }),
    }),
    defineRoute({
      ...shared,
      method: 'GET',
      operationId: 'sipTrunks.get',
      path: `${path}/:id`,
      summary: 'Read a SIP trunk, without its password',
      params,
      success: { status: 200, schema: trunkResponse },
      handle: async (context, { params: { id } }) => ({
        data: visibleTo(context.actor.role, 'admin', await readTrunk(dependencies, context, id)),
      }),
    }),
  ];
}

function writeRoutes(dependencies: TrunkDependencies): Route[] {
  return [
    defineRoute({
      ...shared,
      method: 'POST',
      operationId: 'sipTrunks.create',
      description: 'The number can be assigned to an assistant at once.',
      path,
      summary: 'Add a number or extension of your own SIP trunk',
      body: createTrunkRequest,
      success: { status: 201, schema: saveTrunkResponse },
      refusals: [409],
      isIdempotent: true,
      check: (context, { body }) => checkTrunk(dependencies, context, { id: null, supplied: body }),
      handle: async (context, { body }) => ({
        message: 'SIP trunk created successfully.',
        data: await createTrunk(dependencies, context, body),
      }),
    }),
    defineRoute({
      ...shared,
      method: 'PUT',
      operationId: 'sipTrunks.update',
      description: 'Missing fields stay as they are; null resets a field to its default.',
      path: `${path}/:id`,
      summary: 'Change the supplied fields of a SIP trunk',
      params,
      body: updateTrunkRequest,
      success: { status: 200, schema: saveTrunkResponse },
      refusals: [409],
      check: (context, input) =>
        checkTrunk(dependencies, context, { id: input.params.id, supplied: input.body }),
      handle: async (context, { params: { id: trunkId }, body }) => ({
        message: 'SIP trunk updated successfully.',
        data: await changeTrunk(dependencies, context, { id: trunkId, input: body }),
      }),
    }),
  ];
}
