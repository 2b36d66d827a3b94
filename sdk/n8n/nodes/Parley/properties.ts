import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { OPERATIONS } from '../../api/generated/operations.ts';
import { type Action, RESOURCES } from './actions.ts';
import type { Control, Controls } from './controls.ts';

interface Place {
  resource: string;
  operation: string;
}

/** Resource, operation, and the fields of each operation. */
export function properties(): INodeProperties[] {
  return [
    chooser('Resource', 'resource', {
      options: Object.entries(RESOURCES).map(([value, { name }]) => ({ name, value })),
      default: 'call',
    }),
    ...Object.entries(RESOURCES).map(([resource, { actions }]) =>
      chooser('Operation', 'operation', {
        displayOptions: { show: { resource: [resource] } },
        options: Object.entries(actions).map(([value, action]) => operationOption(value, action)),
        default: Object.keys(actions)[0] ?? '',
      }),
    ),
    ...Object.entries(RESOURCES).flatMap(([resource, { actions }]) =>
      Object.entries(actions).flatMap(([operation, action]) => fields({ resource, operation }, action)),
    ),
  ];
}

function chooser(
  displayName: string,
  name: string,
  more: Pick<INodeProperties, 'options' | 'default' | 'displayOptions'>,
): INodeProperties {
  return { displayName, name, type: 'options', noDataExpression: true, ...more };
}

function operationOption(value: string, { name, action }: Action): INodePropertyOptions {
  return { name, value, description: action, action };
}

function fields(place: Place, action: Action): INodeProperties[] {
  const { required = {}, optional = {}, api } = action;
  const shown = { show: { resource: [place.resource], operation: [place.operation] } };
  const isPaged = OPERATIONS[api].isPaged;
  return [
    ...described(required, api).map((property) => ({
      ...property,
      required: true,
      displayOptions: { show: { ...shown.show, ...property.displayOptions?.show } },
    })),
    ...(isPaged ? paging(shown) : []),
    ...(Object.keys(optional).length > 0
      ? [collection({ isFilter: isPaged, shown }, described(optional, api))]
      : []),
  ];
}

/** Adds the names, and descriptions of the API. */
function described(controls: Controls, api: Action['api']): INodeProperties[] {
  const known: Readonly<Record<string, { description: string }>> = OPERATIONS[api].fields;
  return Object.entries(controls).map(([name, control]: [string, Control]) => {
    const description = control.description ?? known[name]?.description;
    return { ...control, name, ...(description !== undefined && { description }) };
  });
}

type Shown = NonNullable<INodeProperties['displayOptions']>;

function collection(
  { isFilter, shown }: { isFilter: boolean; shown: Shown },
  options: INodeProperties[],
): INodeProperties {
  return {
    displayName: isFilter ? 'Filters' : 'Additional Fields',
    name: 'optional',
    type: 'collection',
    placeholder: isFilter ? 'Add Filter' : 'Add Field',
    default: {},
    displayOptions: shown,
    options,
  };
}

function paging(shown: Shown): INodeProperties[] {
  return [
    {
      displayName: 'Return All',
      name: 'returnAll',
      type: 'boolean',
      default: false,
      description: 'Whether to return all results or only up to a given limit',
      displayOptions: shown,
    },
    {
      displayName: 'Limit',
      name: 'limit',
      type: 'number',
      typeOptions: { minValue: 1 },
      default: 50,
      description: 'Max number of results to return',
      displayOptions: { show: { ...shown.show, returnAll: [false] } },
    },
  ];
}
