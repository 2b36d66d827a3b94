// allow file-name: n8n loads the class with the name of the file.
import {
  type IExecuteFunctions,
  type INodeExecutionData,
  type INodeType,
  type INodeTypeDescription,
  NodeApiError,
  NodeConnectionTypes,
} from 'n8n-workflow';
import { asDataObject } from '../../api/request.ts';
import { listSearch } from './lists.ts';
import { perform } from './perform.ts';
import { properties } from './properties.ts';

export class Parley implements INodeType {
  description: INodeTypeDescription = {
    displayName: 'Parley',
    name: 'parley',
    icon: { light: 'file:../../icons/parley.svg', dark: 'file:../../icons/parley.dark.svg' },
    group: ['transform'],
    version: 1,
    subtitle: '={{$parameter["operation"] + ": " + $parameter["resource"]}}',
    description: 'Call people, send messages and run campaigns with AI assistants',
    defaults: { name: 'Parley' },
    usableAsTool: true,
    inputs: [NodeConnectionTypes.Main],
    outputs: [NodeConnectionTypes.Main],
    credentials: [{ name: 'parleyApi', required: true }],
    properties: properties(),
  };

  methods = { listSearch };

  async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
    const results: INodeExecutionData[] = [];
    for (const item of this.getInputData().keys()) {
      const pairedItem = { item };
      try {
        for (const json of await perform(this, item)) results.push({ json, pairedItem });
      } catch (error) {
        if (!this.continueOnFail()) {
          throw new NodeApiError(this.getNode(), asDataObject(error), { itemIndex: item });
        }
        results.push({ json: { error: error instanceof Error ? error.message : String(error) }, pairedItem });
      }
    }
    return [results];
  }
}
